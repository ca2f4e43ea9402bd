import { UnitOfWork } from "@outlay/domain"
import { SandboxClock } from "@outlay/domain/ports"
import { authentication, handlers, serve } from "@outlay/http-server"
import { Context, Effect, Layer, Scope } from "effect"
import { servicesLayer } from "../src/layers.ts"

// Serves the file given by the first argument and prints its URL. Exits as soon as the number of
// requests read from standard input has been committed. It responds to every fourth of them except
// the last; the others end between commit and response.

const [file = ""] = process.argv.slice(2)
let left = Number.POSITIVE_INFINITY
process.stdin.on("data", (text) => {
  left = Number(text)
  process.stdout.write("armed\n")
})

const dieWhenDue = Effect.suspend(() => {
  left--
  if (left <= 0) process.kill(process.pid, "SIGKILL")
  return Number.isFinite(left) && left % 4 !== 0 ? Effect.never : Effect.void
})

const mortal = (real: UnitOfWork["Service"]): UnitOfWork["Service"] => ({
  ...real,
  atomically: (work) => Effect.tap(real.atomically(work), () => dieWhenDue),
})

const program = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const services = authentication.pipe(
    Layer.provideMerge(servicesLayer({ file })),
    Layer.provideMerge(SandboxClock.layer),
  )
  const context = yield* Layer.buildWithScope(services, scope)
  const unitOfWork = mortal(Context.get(context, UnitOfWork))
  const { host, port } = yield* serve(handlers, {
    ...{ version: "0.0.0", host: "127.0.0.1", port: 0 },
    operatorToken: "operator-token-of-a-test",
  }).pipe(Effect.provide(Context.add(context, UnitOfWork, unitOfWork)), Scope.provide(scope))
  process.stdout.write(`http://${host}:${port}\n`)
})

await Effect.runPromise(program)
