import type { Exchange } from "./check.ts"
import { shown } from "./client.ts"
import type { RawConnection } from "./raw.ts"
import type { Redaction } from "./redaction.ts"
import type { Log } from "./target.ts"

/** Method name for an exchange of bytes that no HTTP client would send. */
export const rawMethod = "RAW"

/** The connection with its traffic in the log, once there is any. */
export const logged = (
  connection: RawConnection,
  { origin, named }: { readonly origin: string; readonly named: Redaction["named"] },
  log: Log,
): RawConnection => {
  let sent = ""
  let output = ""
  // One character for each byte, so that the bytes can be reproduced.
  const exchange: Exchange = {
    operation: null,
    method: rawMethod,
    url: origin,
    request_headers: {},
    get request_body() {
      return shown(named(sent))
    },
    get status() {
      const status = /^HTTP\/\d\.\d (\d{3})/u.exec(output)?.[1]
      return status === undefined ? null : Number(status)
    },
    response_headers: {},
    get response_body() {
      return shown(named(output))
    },
  }
  return {
    ...connection,
    send: (bytes) => {
      if (sent === "") log.push(exchange)
      sent += Buffer.from(bytes as string).toString("latin1")
      return connection.send(bytes)
    },
    receive: async (options) => {
      const received = await connection.receive(options)
      output = received.text
      return received
    },
  }
}
