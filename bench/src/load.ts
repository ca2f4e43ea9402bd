import { connect } from "node:net"
import { parentPort, workerData } from "node:worker_threads"

/** What a load is: the same connections ask again as soon as they are answered. */
export interface Load {
  readonly port: number
  readonly connections: number
  /** Milliseconds that count, after `warmup` milliseconds that do not. */
  readonly duration: number
  readonly warmup: number
  /**
   * Whole requests, as bytes on the wire; each connection walks through them from a place of its
   * own.
   */
  readonly requests: ReadonlyArray<string>
  /** A header that must be new in every request, or null: `{n}` in a request becomes a number. */
  readonly numbered: boolean
}

export interface LoadResult {
  readonly answered: number
  readonly failed: number
  /** Answers a second. */
  readonly rate: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const end = Buffer.from("\r\n\r\n")
const lengthHeader = Buffer.from("\r\ncontent-length: ")

/** The length of the answer that begins the buffer, or 0 while it is not all there. */
const answerLength = (buffer: Buffer): number => {
  const head = buffer.indexOf(end)
  if (head === -1) return 0
  const at = findHeader(buffer, head)
  if (at === -1) throw new Error("an answer without Content-Length")
  let length = 0
  for (let i = at; i < head; i++) {
    const digit = (buffer[i] as number) - 48
    if (digit < 0 || digit > 9) break
    length = length * 10 + digit
  }
  const total = head + end.length + length
  return buffer.length >= total ? total : 0
}

const findHeader = (buffer: Buffer, head: number): number => {
  const lower = buffer.indexOf(lengthHeader)
  if (lower !== -1 && lower < head) return lower + lengthHeader.length
  const upper = buffer.indexOf("\r\nContent-Length: ")
  return upper !== -1 && upper < head ? upper + lengthHeader.length : -1
}

/** Puts a server under load and says how it did. Run it in a process of its own. */
export const run = (load: Load): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const latencies: Array<number> = []
    let failed = 0
    let counting = false
    let ended = false
    let number = Date.now() * 1_000
    const sockets = Array.from({ length: load.connections }, (_, index) => {
      let next = Math.floor((index * load.requests.length) / load.connections)
      let pending: Buffer = Buffer.alloc(0)
      let sent = 0
      const socket = connect({ port: load.port, host: "127.0.0.1", noDelay: true })
      const ask = () => {
        const request = load.requests[next++ % load.requests.length] as string
        sent = performance.now()
        socket.write(load.numbered ? request.replaceAll("{n}", String(number++)) : request)
      }
      socket.on("connect", ask)
      socket.on("error", (error) => (ended ? undefined : reject(error)))
      socket.on("data", (chunk: Buffer) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
        const length = answerLength(pending)
        if (length === 0) return
        if (counting) latencies.push(performance.now() - sent)
        if (counting && pending[9] !== 50) failed++
        pending = pending.subarray(length)
        if (!ended) ask()
      })
      return socket
    })
    setTimeout(() => {
      counting = true
      const from = performance.now()
      setTimeout(() => {
        counting = false
        ended = true
        const seconds = (performance.now() - from) / 1_000
        for (const socket of sockets) socket.destroy()
        latencies.sort((a, b) => a - b)
        const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
        resolve({
          answered: latencies.length,
          failed,
          rate: latencies.length / seconds,
          p50: at(0.5),
          p99: at(0.99),
        })
      }, load.duration)
    }, load.warmup)
  })

if (parentPort !== null) {
  const port = parentPort
  run(workerData as Load).then(
    (result) => port.postMessage(result),
    (error: unknown) => port.postMessage({ error: String(error) }),
  )
}
