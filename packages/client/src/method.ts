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

/** What a method takes: what the operation takes, in the form it has on the wire. */
export type InputOf<E extends Endpoint> = Flat<
  (keyof E["params"] extends never ? {} : { readonly params: ParamsOf<E["params"]> }) &
    (RequiredNames<E["query"]> extends never
      ? { readonly query?: QueryOf<E> }
      : { readonly query: QueryOf<E> }) &
    BodyOf<E> & {
      /** Further header fields, such as `If-Match` or an `Idempotency-Key` of your own. */
      readonly headers?: Readonly<Record<string, string>>
    }
>

/** A method's arguments: the input may be left out where nothing in it is required. */
export type ArgumentsOf<E extends Endpoint> =
  {} extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

/** A success as it came: `headers` has the `ETag`, `Idempotent-Replayed`, `RateLimit` and so on. */
export interface Answer<Wire> {
  readonly status: number
  readonly headers: Headers
  readonly body: Wire
}

/** An operation as a function. Its problems bear the codes that the contract gives it. */
export interface Method<E extends Endpoint> {
  (...args: ArgumentsOf<E>): Effect.Effect<WireOf<E>, CallFailure<ProblemOf<E>["code"]>>
  /** The same call, with the status and the header fields of its answer. */
  readonly answer: (
    ...args: ArgumentsOf<E>
  ) => Effect.Effect<Answer<WireOf<E>>, CallFailure<ProblemOf<E>["code"]>>
}

export interface PromiseOptions {
  /** Gives the call up. */
  readonly signal?: AbortSignal
}

/** An operation as a function of promises, which reject with a `CallFailure`. */
export interface PromiseMethod<E extends Endpoint> {
  (...args: [...ArgumentsOf<E>, options?: PromiseOptions]): Promise<WireOf<E>>
  readonly answer: (
    ...args: [...ArgumentsOf<E>, options?: PromiseOptions]
  ) => Promise<Answer<WireOf<E>>>
}

/** Every operation of an interface as a method: `client.topups.create(…)`. */
export type ClientOf<A extends Api> = {
  readonly [Resource in keyof A]: {
    readonly [Verb in keyof A[Resource]]: Method<A[Resource][Verb]>
  }
} & {
  /**
   * The pages of a list, from `query.offset` on, each asked for when it is wanted:
   * `client.pages(client.transactions.list, input)`.
   */
  readonly pages: <Wire, Args extends [input?: any], Failure>(
    list: (...args: Args) => Effect.Effect<Envelope<Wire>, Failure>,
    ...args: Args
  ) => Stream.Stream<Envelope<Wire>, Failure | TransportFailure>
  /** The records of those pages, one after another; at most one page is held. */
  readonly records: <Wire, Args extends [input?: any], Failure>(
    list: (...args: Args) => Effect.Effect<Envelope<Wire>, Failure>,
    ...args: Args
  ) => Stream.Stream<Wire, Failure | TransportFailure>
  /** The same client for programs without Effect. */
  readonly promise: PromiseClientOf<A>
}

/** Every operation of an interface as a method of promises. */
export type PromiseClientOf<A extends Api> = {
  readonly [Resource in keyof A]: {
    readonly [Verb in keyof A[Resource]]: PromiseMethod<A[Resource][Verb]>
  }
} & {
  /** The pages of a list, for `for await`; each is asked for when it is wanted. */
  readonly pages: <Wire, Input>(
    list: (input: Input, options?: PromiseOptions) => Promise<Envelope<Wire>>,
    input: Input,
    options?: PromiseOptions,
  ) => AsyncGenerator<Envelope<Wire>, void>
  /** The records of those pages, for `for await`; at most one page is held. */
  readonly records: <Wire, Input>(
    list: (input: Input, options?: PromiseOptions) => Promise<Envelope<Wire>>,
    input: Input,
    options?: PromiseOptions,
  ) => AsyncGenerator<Wire, void>
}
