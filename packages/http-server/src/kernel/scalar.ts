/**
 * A thread that extracts Scalar's script from the page in which effect ships it, the only public
 * way to get it. Loading it takes a third of a second, for which no request waits.
 */
import { parentPort } from "node:worker_threads"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"

const { handler, dispose } = HttpRouter.toWebHandler(
  HttpApiScalar.layer(HttpApi.make("reference")),
  { disableLogger: true },
)
const html = await (await handler(new Request("http://localhost/docs"))).text()
await dispose()
const start = html.indexOf("<script>") + "<script>".length
const script = html
  .slice(start, html.indexOf("</script>", start))
  .replace(/\n\/\/# sourceMappingURL=.*$/u, "")
  // Zod's test of whether it may compile code. It may not, and browsers report the attempt.
  .replace('return new Function(""),!0', "return!1")
parentPort?.postMessage(script)
