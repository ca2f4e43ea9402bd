import { Cause, Layer, Logger, References } from "effect"

/** Formats an entry as a flat JSON object: time, level, message, annotations, and any cause. */
const formatFlat = Logger.make<unknown, string>(({ date, logLevel, message, cause, fiber }) => {
  const annotations = fiber.getRef(References.CurrentLogAnnotations)
  const parts = Array.isArray(message) ? message : [message]
  const pretty = cause.reasons.length === 0 ? {} : { cause: Cause.pretty(cause) }
  return JSON.stringify({
    timestamp: date.toISOString(),
    level: logLevel.toUpperCase(),
    message: parts
      .map((part) => (typeof part === "string" ? part : JSON.stringify(part)))
      .join(" "),
    ...annotations,
    ...pretty,
  })
})

/** Logs to standard error. Standard output has only the line with the address of the service. */
export const logs = (style: "pretty" | "json") =>
  style === "pretty"
    ? Layer.merge(Logger.layer([Logger.consolePretty()]), Layer.succeed(Logger.LogToStderr, true))
    : Logger.layer([Logger.withConsoleError(formatFlat)])
