import type { Writable } from "node:stream"

/** How long a command that was stopped waits for those who read it. */
const stoppedMillis = 2_000

/** What it was to take is lost with it. */
const ignoreError = (): void => {}

/**
 * Calls `then` once what was printed has left the process: ending it throws away what a pipe has
 * not taken yet. A reader that is slow is waited for, one that has gone is not; after a signal
 * (`stopped`) the wait is bounded.
 */
export const flushed = (
  stopped: boolean,
  then: () => void,
  streams: ReadonlyArray<Writable> = [process.stdout, process.stderr],
): void => {
  let pendingStreams = streams.length
  let called = false
  const end = () => {
    if (called) return
    called = true
    clearTimeout(timer)
    then()
  }
  const streamFlushed = () => {
    pendingStreams--
    if (pendingStreams === 0) end()
  }
  const timer = stopped ? setTimeout(end, stoppedMillis) : undefined
  for (const stream of streams) {
    stream.on("error", ignoreError)
    if (stream.destroyed || stream.writableLength === 0) streamFlushed()
    else stream.write("", streamFlushed)
  }
}
