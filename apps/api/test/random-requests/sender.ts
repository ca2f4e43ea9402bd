import { Agent, request as begin } from "node:http"
import { curlOf } from "../../../../packages/conformance-tests/src/reports/curl.ts"
import type { ReceivedResponse } from "../openapi/answers.ts"

export interface Sent {
  readonly method: string
  /** Escaped path with query. */
  readonly path: string
  readonly headers: { readonly [name: string]: string }
  readonly body?: string | Uint8Array | undefined
}

export interface Reply extends ReceivedResponse {
  readonly text: string
}

/** Sends a request unchanged. */
export type Send = (sent: Sent) => Promise<Reply>

const parsed = (text: string, type: string): unknown => {
  if (!/json/u.test(type) || text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const replyOf = (status: number, headers: Headers, text: string): Reply => ({
  ...{ status, headers, text },
  body: parsed(text, headers.get("Content-Type") ?? ""),
})

/** Creates a sender with one connection, which sends requests one after another. */
export const senderTo = (url: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(url)
  const send: Send = ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) }
      const options = { agent, hostname, port, method, path, headers: { ...headers, ...length } }
      const sending = begin(options, (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () => {
          const fields = new Headers()
          const { rawHeaders } = response
          for (let n = 0; n < rawHeaders.length; n += 2) {
            fields.append(rawHeaders[n] as string, rawHeaders[n + 1] as string)
          }
          const text = Buffer.concat(chunks).toString("utf8")
          resolve(replyOf(response.statusCode ?? 0, fields, text))
        })
      })
      sending.on("error", reject)
      sending.end(body)
    })
  return { send, close: () => agent.destroy() }
}

/** Returns a shell command that sends the request. `names` contains the variables of tokens. */
export const shown = (url: string, sent: Sent, names: ReadonlyMap<string, string>): string => {
  const { method, path, headers, body } = sent
  const { authorization, ...others } = headers
  const token = /^Bearer (.*)$/u.exec(authorization ?? "")?.[1] ?? ""
  const name = names.get(token)
  const given = name === undefined ? authorization : `Bearer $${name}`
  return curlOf({
    method,
    url: url + path,
    request_headers: { ...(given === undefined ? {} : { authorization: given }), ...others },
    request_body: body === undefined ? null : Buffer.from(body).toString("utf8"),
  })
}
