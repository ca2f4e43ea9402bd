/** Milliseconds; a healthy service responds within a second. */
export const usualSilenceMs = 30_000

/**
 * No bytes were transferred for too long. As after a broken connection, the request can be retried.
 */
export class Silent extends TypeError {
  constructor(ms: number) {
    super(`S3 was silent for ${ms / 1_000} seconds`)
  }
}

/** Measures the time without any transfer while a request waits for one. */
export class Silence {
  readonly #controller = new AbortController()
  readonly #ms: number
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number) {
    this.#ms = ms
  }

  /** Aborts when the silence has lasted too long. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Starts to wait. */
  begin(): void {
    this.end()
    this.#timer = setTimeout(() => this.#controller.abort(new Silent(this.#ms)), this.#ms)
  }

  /** Records a transfer: if the request still waits, the time starts again. */
  moved(): void {
    if (this.#timer !== undefined) this.begin()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** Bytes that are passed on at once. */
const stepSize = 65_536

/** A Blob that records a transfer with each step that is read from it. */
export class HeardBlob extends Blob {
  readonly #silence: Silence

  constructor(blob: Blob, silence: Silence) {
    super([blob])
    this.#silence = silence
  }

  override stream(): ReturnType<Blob["stream"]> {
    return ReadableStream.from(this.#steps(super.stream())) as ReturnType<Blob["stream"]>
  }

  async *#steps(chunks: ReturnType<Blob["stream"]>) {
    for await (const chunk of chunks) {
      // A Blob in memory returns all its bytes in one chunk.
      for (let start = 0; start < chunk.length; start += stepSize) {
        this.#silence.moved()
        yield chunk.subarray(start, start + stepSize)
      }
    }
  }
}
