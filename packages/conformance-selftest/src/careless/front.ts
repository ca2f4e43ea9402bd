import { createServer, type Server, type Socket } from "node:net"
import type { Handle, HttpRequest, HttpResponse } from "../wire.ts"

/** Bytes of a connection that have not been parsed as a request yet. */
interface Reading {
  bytes: Buffer
}

const headEnd = /\r?\n\r?\n/u
const requestLine = /([A-Za-z]+) +(\S+) +HTTP\/\d/u
const field = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/u

/** Position of the duplicate field that counts. */
export type Counts = "first" | "last"

/** Parses header fields carelessly: folded ones are joined, and one of two duplicates counts. */
const fieldsOf = (
  lines: ReadonlyArray<string>,
  counts: Counts,
): { readonly [name: string]: string } => {
  const fields: Record<string, string> = {}
  for (const line of lines
    .join("\n")
    .replaceAll(/\n[ \t]+/gu, " ")
    .split("\n")) {
    const [, name = "", value = ""] = field.exec(line) ?? []
    const key = name.toLowerCase()
    fields[key] = counts === "first" ? (fields[key] ?? value) : value
  }
  return fields
}

/** Parses a length as the number at its beginning, in 32 bits. */
const lengthOf = (text = "0"): number => {
  const length = Number.parseInt(text, text.startsWith("0x") ? 16 : 10)
  return Number.isFinite(length) && length > 0 ? length >>> 0 : 0
}

/** Decodes chunks without checking their length: the first line that is 0 or empty ends them. */
const dechunked = (bytes: Buffer): { readonly body: Buffer; readonly used: number } => {
  const parts: Array<Buffer> = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf("\n", at)
    if (end < 0) return { body: Buffer.concat(parts), used: bytes.length }
    const size = lengthOf(`0x${bytes.subarray(at, end).toString("latin1").replace("+", "")}`)
    at = end + 1
    if (size === 0) return { body: Buffer.concat(parts), used: Math.min(bytes.length, at + 2) }
    const chunkBytes = Math.min(size, bytes.length - at)
    parts.push(bytes.subarray(at, at + chunkBytes))
    at += chunkBytes + 2
  }
}

/**
 * Returns the next request, and whether more of its body is expected; null if its head is
 * incomplete.
 */
const next = (reading: Reading, isLast: boolean, counts: Counts): HttpRequest | null => {
  const text = reading.bytes.toString("latin1")
  const end = headEnd.exec(text)
  if (end === null) return null
  const lines = text.slice(0, end.index).split(/\r?\n/u)
  const [, method = "", url = ""] = requestLine.exec(lines[0] ?? "") ?? []
  const headers = fieldsOf(lines.slice(1), counts)
  const rest = reading.bytes.subarray(end.index + end[0].length)
  const coding = headers["transfer-encoding"] ?? ""
  const length = lengthOf(headers["content-length"])
  const isComplete = coding === "" ? rest.length >= length : rest.includes("0\r\n\r\n")
  if (!isComplete && !isLast) return null
  const { body, used } =
    coding === "" ? { body: rest.subarray(0, length), used: length } : dechunked(rest)
  reading.bytes = rest.subarray(used)
  const { "content-encoding": _, ...otherHeaders } = headers
  return { method: method.toUpperCase(), url, headers: otherHeaders, body }
}

const written = ({ status, headers, body }: HttpResponse): string => {
  const fields = { ...headers, "content-length": String(Buffer.byteLength(body)) }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Whatever\r\n${lines.join("")}\r\n${body}`
}

/** Delays every second response; the others do not wait for it. */
const respond = async (handle: Handle, socket: Socket, request: HttpRequest, number: number) => {
  const response = await handle(request)
  if (number % 2 === 1) await new Promise((waited) => setTimeout(waited, 3))
  if (socket.writable) socket.write(written(response))
}

/**
 * A server that reads HTTP like many old ones: it accepts as much as possible, repairs the rest,
 * closes no connection, and takes the end of a connection for the end of a body.
 */
export const careless = (handle: Handle, counts: Counts): Server =>
  createServer((socket) => {
    const reading: Reading = { bytes: Buffer.alloc(0) }
    let count = 0
    const read = (isLast: boolean) => {
      for (
        let request = next(reading, isLast, counts);
        request !== null;
        request = next(reading, isLast, counts)
      ) {
        respond(handle, socket, request, count++).catch(() => socket.destroy())
      }
    }
    socket.on("error", () => undefined)
    socket.on("data", (bytes) => {
      reading.bytes = Buffer.concat([reading.bytes, bytes])
      read(false)
    })
    socket.on("close", () => read(true))
  })
