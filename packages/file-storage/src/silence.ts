/** In milliseconds: a service that is well answers within a second. */
export const usualSilenceMs = 30_000

/** Nothing moved for too long: as with a connection that broke, what was sent can be sent again. */
export class Silent extends TypeError {
  constructor(ms: number) {
    super(`S3 was silent for ${ms / 1_000} seconds`)
  }
}

/** Counts how long nothing moves, while something is waited for. */
export class Silence {
  readonly #controller = new AbortController()
  readonly #ms: number
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number) {
    this.#ms = ms
  }

  /** Aborts when it has lasted too long. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** From now on something is waited for. */
  begin(): void {
    this.end()
    this.#timer = setTimeout(() => this.#controller.abort(new Silent(this.#ms)), this.#ms)
  }

  /** Something moved: if more is waited for, it may take as long again. */
  moved(): void {
    if (this.#timer !== undefined) this.begin()
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** In bytes: so many are taken at once. */
const stepSize = 65_536

/** A Blob that breaks a silence with each step that is taken of it. */
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
      // A chunk of a Blob in memory is all of it.
      for (let start = 0; start < chunk.length; start += stepSize) {
        this.#silence.moved()
        yield chunk.subarray(start, start + stepSize)
      }
    }
  }
}
