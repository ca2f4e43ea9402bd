import { connect, type Socket } from "node:net"
import type { Toy } from "./toy.ts"

/** Fields of responses that the tests read. */
interface Wire {
  readonly type: string
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly values?: Readonly<Record<string, unknown>>
  readonly request_id: string
  readonly errors: ReadonlyArray<{
    readonly pointer?: string
    readonly parameter?: string
    readonly code: string
  }>
  readonly text: string
  readonly openapi: string
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Wire
}

export const ask = async (toy: Toy, path: string, init: RequestInit = {}): Promise<Reply> => {
  const headers = { authorization: "Bearer outlay_writer", ...init.headers }
  const response = await fetch(`http://127.0.0.1:${toy.port}${path}`, { ...init, headers })
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json")
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== "" ? JSON.parse(text) : {},
  }
}

export const post = (
  toy: Toy,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = "POST",
): Promise<Reply> =>
  ask(toy, path, {
    method,
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  })

/** Sends bytes unchanged and returns everything that is received until the server closes. */
export const raw = (toy: Toy, bytes: string | Buffer, patience = 120_000): Promise<string> =>
  new Promise((resolve) => {
    let text = ""
    const socket: Socket = connect(toy.port, "127.0.0.1", () => socket.write(bytes))
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(text)
    }
    const timer = setTimeout(done, patience)
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
    })
    socket.on("end", done).on("error", done).on("close", done)
  })

export const statusOf = (response: string): number => Number(response.split(" ")[1] ?? 0)
