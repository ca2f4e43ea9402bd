import "effect/schema/SchemaJITCompiler/enable"
import { FolderFiles } from "@outlay/file-storage"
import { authentication, handlers, serve } from "@outlay/http-server"
import { Effect, Layer } from "effect"
import { services } from "./storage.ts"

/**
 * The product on a database: `node product.ts FILE [single]`, where `single` is a commit for each
 * unit.
 */
const [file = "", mode = "group"] = process.argv.slice(2)

process.once("SIGTERM", () => process.exit(0))

const program = Effect.gen(function* () {
  const { port } = yield* serve(handlers, {
    host: "127.0.0.1",
    port: 0,
    version: "0.0.0",
    rateLimit: { requests: 100_000_000, seconds: 60 },
  })
  process.stdout.write(`listening ${port}\n`)
  yield* Effect.never
})

const layer = authentication.pipe(
  Layer.merge(FolderFiles.layer(`${file}-receipts`)),
  Layer.provideMerge(services(file, mode === "group")),
)
await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(layer)))
