import { Layer, Logger } from "effect"

/** Logs go to standard error: standard output has the one line that says where the service is. */
export const logs = (style: "pretty" | "json") =>
  style === "pretty"
    ? Layer.merge(Logger.layer([Logger.consolePretty()]), Layer.succeed(Logger.LogToStderr, true))
    : Logger.layer([Logger.withConsoleError(Logger.formatJson)])
