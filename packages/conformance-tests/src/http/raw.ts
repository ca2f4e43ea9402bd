import { connect } from "node:net"

/** A plain connection to the target, for bytes that no HTTP client would send. */
export interface RawConnection {
  readonly send: (bytes: string | Uint8Array) => Promise<void>
  /**
   * Returns the data received until the target closed, `until` matched, or `milliseconds` passed.
   */
  readonly receive: (options?: {
    readonly until?: RegExp
    readonly milliseconds?: number
  }) => Promise<{ readonly text: string; readonly closed: boolean }>
  /** Ends the sending side; data from the target still arrives. */
  readonly end: () => void
  readonly close: () => void
}

const timeoutMs = 5_000

/** Opens a connection; rejects if nothing listens. */
export const openRaw = (host: string, port: number): Promise<RawConnection> =>
  new Promise((opened, failed) => {
    const socket = connect({ host, port })
    let text = ""
    let closed = false
    const listeners = new Set<() => void>()
    const tell = () => {
      for (const listener of [...listeners]) listener()
    }
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1")
      tell()
    })
    socket.on("close", () => {
      closed = true
      tell()
    })
    socket.once("error", failed)
    socket.once("connect", () => {
      socket.on("error", () => undefined)
      opened({
        send: (bytes) =>
          new Promise((sent) => {
            socket.write(bytes, () => sent())
          }),
        receive: ({ until, milliseconds = timeoutMs } = {}) =>
          new Promise((received) => {
            const done = () => closed || until?.test(text) === true
            const end = () => {
              clearTimeout(timer)
              listeners.delete(look)
              received({ text, closed })
            }
            const look = () => {
              if (done()) end()
            }
            const timer = setTimeout(end, milliseconds)
            listeners.add(look)
            look()
          }),
        end: () => socket.end(),
        close: () => socket.destroy(),
      })
    })
  })
