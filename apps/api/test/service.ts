import { SandboxClock } from "@outlay/domain"
import { authentication, clockHandlers, handlers, serve } from "@outlay/http-server"
import { Effect, Exit, Layer, Scope } from "effect"
import { servicesLayer } from "../src/layers.ts"
import { httpSender } from "../src/webhooks/sender.ts"
import { publicTargets } from "../src/webhooks/targets.ts"

export interface Service {
  readonly url: string
  readonly operatorToken: string
  readonly stop: () => Promise<void>
}

/** A sandbox on loopback with the operator's side, over a file or what ends with it. */
export const startService = async (file = ":memory:"): Promise<Service> => {
  const operatorToken = "operator-token-of-a-test"
  const scope = await Effect.runPromise(Scope.make())
  const services = authentication.pipe(
    Layer.provideMerge(servicesLayer({ file }, httpSender(publicTargets))),
    Layer.provideMerge(SandboxClock.layer),
  )
  const options = { version: "0.0.0", host: "127.0.0.1", port: 0, operatorToken }
  const listening = serve([...handlers, ...clockHandlers], options)
  const { host, port } = await Effect.runPromise(
    Effect.flatMap(Layer.buildWithScope(services, scope), (context) =>
      listening.pipe(Effect.provide(context), Scope.provide(scope)),
    ),
  )
  return {
    url: `http://${host}:${port}`,
    operatorToken,
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
