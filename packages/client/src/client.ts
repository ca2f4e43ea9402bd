import { type Api, api, type Endpoint, operatorApi } from "@outlay/http-contract"
import { Context, Effect, Layer } from "effect"
import { call } from "./call.ts"
import type { ClientOf, PromiseClientOf, PromiseOptions } from "./method.ts"
import { pages, promisedPages, promisedRecords, records } from "./pages.ts"
import type { Input } from "./request.ts"
import { type ClientOptions, type Settings, settingsOf } from "./settings.ts"

/** Client of the API for tokens of a business. */
export type OutlayClient = ClientOf<typeof api>

/** Client of the operator's API. */
export type OutlayOperatorClient = ClientOf<typeof operatorApi>

/**
 * Returns a client with a token of a business. It holds no resources and need not be closed. Throws
 * a TypeError if the token or the address is malformed.
 */
export const makeClient = (options: ClientOptions): OutlayClient => makeClientOf(api, options)

/** Returns a client with the operator's token: `/operator/v1`. */
export const makeOperatorClient = (options: ClientOptions): OutlayOperatorClient =>
  makeClientOf(operatorApi, options)

/** Returns a client for any API that is described by endpoints. */
export const makeClientOf = <A extends Api>(api: A, options: ClientOptions): ClientOf<A> => {
  const settings = settingsOf(options)
  return {
    ...eachOf(api, (endpoint) => methodOf(settings, endpoint)),
    pages,
    records,
    promise: {
      ...eachOf(api, (endpoint) => promiseMethodOf(settings, endpoint)),
      pages: promisedPages,
      records: promisedRecords,
    } as PromiseClientOf<A>,
  } as ClientOf<A>
}

/** The client as a service. */
export class Client extends Context.Service<Client, OutlayClient>()("@outlay/client/Client") {
  static readonly layer = (options: ClientOptions): Layer.Layer<Client> =>
    Layer.sync(Client, () => makeClient(options))
}

/** The operator's client as a service. */
export class OperatorClient extends Context.Service<OperatorClient, OutlayOperatorClient>()(
  "@outlay/client/OperatorClient",
) {
  static readonly layer = (options: ClientOptions): Layer.Layer<OperatorClient> =>
    Layer.sync(OperatorClient, () => makeOperatorClient(options))
}

const eachOf = <M>(api: Api, make: (endpoint: Endpoint) => M) =>
  mapped(api, (operations) => mapped(operations, make))

const mapped = <A, B>(
  record: Readonly<Record<string, A>>,
  make: (value: A) => B,
): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)]))

const methodOf = (settings: Settings, endpoint: Endpoint) => {
  const request = (input: Input = {}) => call(settings, endpoint, input)
  return Object.assign((input?: Input) => Effect.map(request(input), (_) => _.body), {
    withResponse: request,
  })
}

const promiseMethodOf = (settings: Settings, endpoint: Endpoint) => {
  const request = (input: Input = {}, options?: PromiseOptions) =>
    Effect.runPromise(call(settings, endpoint, input), options)
  const method = (input?: Input, options?: PromiseOptions) =>
    request(input, options).then((_) => _.body)
  return Object.assign(method, { withResponse: request })
}
