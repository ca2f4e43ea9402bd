import { UnitOfWork } from "@outlay/domain"
import { SandboxClock } from "@outlay/domain/ports"
import { authentication, handlers, serve } from "@outlay/http-server"
import { Context, Effect, Layer, Scope } from "effect"
import { servicesLayer } from "../src/layers.ts"

// A service over the file that its first argument names. It says its address, and dies once as many
// requests as a line of standard input says have been committed. Of those it answers every fourth,
// never the last: the others end between their commit and their answer.

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
