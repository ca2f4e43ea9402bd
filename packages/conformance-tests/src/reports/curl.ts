import type { Exchange } from "../http/check.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/**
 * A command that repeats the request. A token of the run stands there by its name, as
 * `--tokens` exports it; any other is `$TOKEN`, for whoever runs it to choose.
 */
export const curlOf = ({ method, url, request_headers, request_body }: Exchange): string => {
  const headers = Object.entries(request_headers).map(([name, value]) =>
    name === "authorization"
      ? `-H "authorization: ${value.replace(/\[redacted\]$/u, "$TOKEN")}"`
      : `-H ${quoted(`${name}: ${value}`)}`,
  )
  const body = request_body === null ? [] : [`--data-raw ${quoted(request_body)}`]
  return ["curl -i", `-X ${method}`, ...headers, ...body, quoted(url)].join(" ")
}
