import type {
  Api,
  Endpoint,
  Envelope,
  PathParameter,
  ProblemOf,
  query,
  WireBodyOf,
  WireOf,
} from "@outlay/http-contract"
import type { Effect, Stream } from "effect"
import type { CallFailure, TransportFailure } from "./failures.ts"

type Flat<T> = { [K in keyof T]: T[K] }

type ParamsOf<Params> = {
  readonly [K in keyof Params]: Params[K] extends PathParameter<infer A> ? A : never
}

type ValueOf<P> = P extends query.QueryParameter<infer A> ? Exclude<A, undefined> : never

type RequiredNames<Query> = {
  [K in keyof Query]: Query[K] extends { readonly required: true } ? K : never
}[keyof Query]

type QueryOf<E extends Endpoint> = Flat<
  { readonly [K in RequiredNames<E["query"]>]: ValueOf<E["query"][K]> } & {
    readonly [K in Exclude<keyof E["query"], RequiredNames<E["query"]>>]?:
      | ValueOf<E["query"][K]>
      | undefined
  } & DryRun<E>
>

/** "`?dry_run=true` on any write", except a streamed one, or one that signs in. */
type DryRun<E extends Endpoint> = E extends
  | { readonly method: "GET" }
  | { readonly streamed: true }
  | { readonly access: "public" }
  ? {}
  : { readonly dry_run?: boolean | undefined }

/** Newline-delimited JSON. Of these, only a stream cannot be sent again when the network fails. */
export type StreamedBody = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>

type BodyOf<E extends Endpoint> = E extends { readonly streamed: true }
  ? { readonly body: StreamedBody }
  : [WireBodyOf<E>] extends [undefined]
    ? {}
    : E extends { readonly isBodyOptional: true }
      ? { readonly body?: WireBodyOf<E> | undefined }
      : { readonly body: WireBodyOf<E> }

/** The input of a method: that of the operation, in wire format. */
export type InputOf<E extends Endpoint> = Flat<
  (keyof E["params"] extends never ? {} : { readonly params: ParamsOf<E["params"]> }) &
    (RequiredNames<E["query"]> extends never
      ? { readonly query?: QueryOf<E> }
      : { readonly query: QueryOf<E> }) &
    BodyOf<E> & {
      /** Additional header fields, such as `If-Match` or your own `Idempotency-Key`. */
      readonly headers?: Readonly<Record<string, string>>
    }
>

/** The arguments of a method: the input is optional if nothing in it is required. */
export type ArgumentsOf<E extends Endpoint> =
  {} extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

/**
 * A successful response: `headers` has the `ETag`, `Idempotent-Replayed`, `RateLimit` and so on.
 */
export interface ApiResponse<Wire> {
  readonly status: number
  readonly headers: Headers
  readonly body: Wire
}

/** An operation as a function. Its problems have the codes that the contract lists for it. */
export interface Method<E extends Endpoint> {
  (...args: ArgumentsOf<E>): Effect.Effect<WireOf<E>, CallFailure<ProblemOf<E>["code"]>>
  /** Makes the same call; returns the status and the header fields, too. */
  readonly withResponse: (
    ...args: ArgumentsOf<E>
  ) => Effect.Effect<ApiResponse<WireOf<E>>, CallFailure<ProblemOf<E>["code"]>>
}

export interface PromiseOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal
}

/** An operation as a function that returns a promise; it rejects with a `CallFailure`. */
export interface PromiseMethod<E extends Endpoint> {
  (...args: [...ArgumentsOf<E>, options?: PromiseOptions]): Promise<WireOf<E>>
  readonly withResponse: (
    ...args: [...ArgumentsOf<E>, options?: PromiseOptions]
  ) => Promise<ApiResponse<WireOf<E>>>
}

/** Every operation of an API as a method: `client.topups.create(…)`. */
export type ClientOf<A extends Api> = {
  readonly [Resource in keyof A]: {
    readonly [Verb in keyof A[Resource]]: Method<A[Resource][Verb]>
  }
} & {
  /**
   * Returns the pages of a list, starting at `query.offset`, each requested when it is needed:
   * `client.pages(client.transactions.list, input)`.
   */
  readonly pages: <Wire, Args extends [input?: any], Failure>(
    list: (...args: Args) => Effect.Effect<Envelope<Wire>, Failure>,
    ...args: Args
  ) => Stream.Stream<Envelope<Wire>, Failure | TransportFailure>
  /** Returns the records of these pages, one after another; at most one page is in memory. */
  readonly records: <Wire, Args extends [input?: any], Failure>(
    list: (...args: Args) => Effect.Effect<Envelope<Wire>, Failure>,
    ...args: Args
  ) => Stream.Stream<Wire, Failure | TransportFailure>
  /** The same client for programs without Effect. */
  readonly promise: PromiseClientOf<A>
}

/** Every operation of an API as a method that returns a promise. */
export type PromiseClientOf<A extends Api> = {
  readonly [Resource in keyof A]: {
    readonly [Verb in keyof A[Resource]]: PromiseMethod<A[Resource][Verb]>
  }
} & {
  /** Returns the pages of a list, for `for await`; each is requested when it is needed. */
  readonly pages: <Wire, Input>(
    list: (input: Input, options?: PromiseOptions) => Promise<Envelope<Wire>>,
    input: Input,
    options?: PromiseOptions,
  ) => AsyncGenerator<Envelope<Wire>, void>
  /** Returns the records of these pages, for `for await`; at most one page is in memory. */
  readonly records: <Wire, Input>(
    list: (input: Input, options?: PromiseOptions) => Promise<Envelope<Wire>>,
    input: Input,
    options?: PromiseOptions,
  ) => AsyncGenerator<Wire, void>
}
