import type { IncomingMessage } from "node:http"

/** True if a body follows the header fields. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined ||
  (headers["content-length"] !== undefined && headers["content-length"] !== "0")

/**
 * "A request with a body needs `Content-Type: application/json`, with no charset or UTF-8 (else
 * 415)"; a stream needs `application/x-ndjson`. An encoding is never decoded. Without a body the
 * field may be absent.
 */
export const isAcceptableBody = (
  request: IncomingMessage,
  sends: boolean,
  streamed: boolean,
): boolean => {
  if (hasEncoding(request)) return false
  const type = request.headers["content-type"]
  if (type === undefined) return !sends
  return isUtf8Type(type, streamed ? "application/x-ndjson" : "application/json")
}

/** True if the body has a content encoding, such as compression, which is never decoded. */
export const hasEncoding = ({ headers }: IncomingMessage): boolean => {
  const encoding = headers["content-encoding"]
  return encoding !== undefined && encoding.trim().toLowerCase() !== "identity"
}

const isUtf8Type = (field: string, expected: string): boolean => {
  if (field === expected) return true
  const [type = "", ...parameters] = field.split(";")
  return (
    type.trim().toLowerCase() === expected &&
    parameters.every((parameter) => {
      const [name = "", value = ""] = parameter.split("=")
      const text = value.trim().replace(/^"(.*)"$/u, "$1")
      return name.trim().toLowerCase() !== "charset" || text.toLowerCase() === "utf-8"
    })
  )
}

/** True if the client accepts `application/json` at all. */
export const acceptsJson = (field: string | undefined): boolean => {
  if (field === undefined || field === "" || field === "*/*" || field === "application/json") {
    return true
  }
  let best = 0
  let quality = 0
  for (const range of field.split(",")) {
    const [type = "", ...parameters] = range.split(";")
    const specificity = specificities.get(type.trim().toLowerCase()) ?? 0
    if (specificity <= best) continue
    best = specificity
    quality = qualityOf(parameters)
  }
  return quality > 0
}

/** The most specific range decides: `application/json` before `application/*` before all types. */
const specificities: ReadonlyMap<string, number> = new Map([
  ["*/*", 1],
  ["application/*", 2],
  ["application/json", 3],
])

const qualityOf = (parameters: ReadonlyArray<string>): number => {
  for (const parameter of parameters) {
    const [name = "", value = ""] = parameter.split("=")
    if (name.trim().toLowerCase() === "q") return Number(value.trim()) || 0
  }
  return 1
}
