import type { Writable } from "node:stream"

/** Timeout for flushing output after a signal. */
const stoppedMillis = 2_000

/** Ignores errors of a stream: its pending output is lost. */
const ignoreError = (): void => {}

/**
 * Calls `then` once all output has left the process, because exiting would discard what a pipe has
 * not accepted yet. It waits for a slow reader, but not for a closed pipe. After a signal
 * (`stopped`) the wait has a timeout.
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
