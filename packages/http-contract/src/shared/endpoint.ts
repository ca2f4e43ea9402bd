import type { Page, Permission } from "@outlay/domain"
import type { OwnRight } from "@outlay/domain/rules"
import type { Schema } from "effect"
import type { FaultCode } from "./code.ts"
import type { PathParameter, PathParameters } from "./path.ts"
import type { CodeOf, Problem, RefusalOf, SharedProblemCode } from "./problem.ts"
import type { QueryOf, QueryParameters } from "./query.ts"
import type { Shown, Wire } from "./wire.ts"

export type { Shown } from "./wire.ts"

/** Callers that an endpoint accepts. */
export type Access =
  /** A token of the business whose role has the permission. */
  | Permission
  /** Any token of the business. */
  | "token"
  /** A token of the business that acts for a user. */
  | "user"
  /** A token of the business with the Admin role. */
  | "admin"
  /** The operator of the service: `/operator/v1`. */
  | "operator"
  /** Anyone, for signing in. The operation takes no `Idempotency-Key` and no `dry_run`. */
  | "public"

/** Change of the browser's session cookie by a success. */
export type SessionCookie = { readonly secret: string; readonly seconds: number } | "removed"

/**
 * The successful response: `A` is what the handler returns, the domain's own record, and `Wire` the
 * JSON that a client reads.
 */
export interface Success<A, Wire = any> {
  readonly status: 200 | 201 | 202 | 204
  /** Schema of the body, or of one element of a list; null if there is none. */
  readonly schema: Schema.Top | null
  /** One record, a page of records in the common list envelope, a file, or nothing. */
  readonly kind: "one" | "page" | "file" | "none"
  readonly encode: (result: A, business: Shown) => unknown
  /**
   * Returns the status if it depends on the result: 201 for a new record, 200 for an existing one.
   */
  readonly statusOf?: (result: A) => 200 | 201
  /** Begins or ends the browser's session; null does not change its cookie. */
  readonly cookieOf?: (result: A) => SessionCookie | null
  /** Fields of a page's envelope in addition to the four common ones. */
  readonly besides?: ExtraProperties<A>
  /** The media types that a file can have. */
  readonly mediaTypes?: ReadonlyArray<string>
  readonly "~wire"?: Wire
}

export interface ExtraProperties<A> {
  readonly of: (page: A) => Readonly<Record<string, unknown>>
  /** Their descriptions in the document, by name. */
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly example: Readonly<Record<string, unknown>>
}

/** "The common list envelope", as a client receives it. */
export interface Envelope<Wire> {
  readonly count: number
  readonly next: string | null
  readonly previous: string | null
  readonly results: ReadonlyArray<Wire>
}

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** Fields that every operation defines. */
interface Described<Params, Answer, Problems, Wire, M = Method> {
  /**
   * `<resource>.<verb>`, such as `topups.create`: also the operation id of the OpenAPI document.
   */
  readonly operation: string
  readonly method: M
  /** Path with `{parameters}`, each of which is defined in `params`. */
  readonly path: string
  readonly access: Access
  /**
   * Right by which a token that acts for a user may call it without the permission, because of who
   * the user is.
   */
  readonly self?: OwnRight
  readonly summary: string
  readonly description: string
  readonly params: Params
  readonly success: Success<Answer, Wire>
  /** Refusals of the operation, in addition to those that all operations share. */
  readonly problems: Problems
}

/**
 * One operation of the API, as data: everything that the server, the client and the document need.
 */
export interface Endpoint<
  Params extends PathParameters = PathParameters,
  Query extends QueryParameters = QueryParameters,
  Body = any,
  Answer = any,
  Problems extends ReadonlyArray<Problem<any>> = ReadonlyArray<Problem<any>>,
  Wire = any,
  WireBody = any,
> extends Described<Params, Answer, Problems, Wire> {
  readonly query: Query
  /** Pairs of parameters; the first must not be after the second: "min after max: 400". */
  readonly ordered?: ReadonlyArray<readonly [keyof Query & string, keyof Query & string]>
  /**
   * Schema of the body; null if the operation takes none. Its decoded type is the domain's command.
   */
  readonly body: Schema.Codec<Body, WireBody> | null
  /** True if the body may be omitted; it is then an empty object. */
  readonly isBodyOptional?: true
  /** True if it takes no `Idempotency-Key` and no `dry_run`, because its body is a stream. */
  readonly streamed?: true
  /** Schema of the lines of a streamed body (`application/x-ndjson`). */
  readonly row?: Schema.Top
  /** Set if the body is a file, either bare or as the only part of a `multipart/form-data`. */
  readonly upload?: UploadBounds
}

/** Limits of an upload. */
export interface UploadBounds {
  /** Media types that the request can declare; the actual type is determined from the content. */
  readonly mediaTypes: ReadonlyArray<string>
  /** Maximum size in bytes. */
  readonly maximum: number
}

/** A file that a client sends. */
export type SentFile = Blob | FormData | Uint8Array<ArrayBuffer>

/** The input of a handler: decoded path, query and body. */
export interface Input<E extends Endpoint> {
  readonly params: {
    readonly [K in keyof E["params"]]: E["params"][K] extends PathParameter<infer A> ? A : never
  }
  readonly query: QueryOf<E["query"]>
  readonly body: E extends Endpoint<any, any, infer Body, any, any> ? Body : never
}

export type AnswerOf<E extends Endpoint> =
  E extends Endpoint<any, any, any, infer Answer, any> ? Answer : never

export type ProblemsOf<E extends Endpoint> = RefusalOf<E["problems"][number]>

/**
 * Shared problems that only writes have, because of their body, `Idempotency-Key` or `If-Match`.
 */
type CodeOfBody =
  | "malformed_json"
  | "malformed_multipart"
  | "request_timeout"
  | "content_too_large"
  | "unsupported_media_type"
type CodeOfKey = "invalid_idempotency_key" | "idempotency_key_in_use" | "idempotency_key_reused"
type CodeOfMatch = "precondition_failed"

type SharedCodeOf<E> = Exclude<
  SharedProblemCode,
  E extends { readonly method: "GET" }
    ? CodeOfBody | CodeOfKey | CodeOfMatch
    : E extends { readonly method: "POST" }
      ? CodeOfMatch
      : CodeOfKey
>

/**
 * The problems of an operation, as a client sees them: `ProblemOf<E>["code"]` has every code that
 * the operation can return. (An interface, so that editors show the codes themselves.)
 */
export interface ProblemOf<E extends Endpoint> {
  readonly code: CodeOf<E["problems"][number]> | SharedCodeOf<E> | FaultCode
}

/** JSON of a success, as a client receives it; `void` if there is none. */
export type WireOf<E extends Endpoint> =
  E extends Endpoint<any, any, any, any, any, infer Wire, any> ? Wire : never

/** JSON of the body, as a client sends it; `undefined` if the operation takes none. */
export type WireBodyOf<E extends Endpoint> =
  E extends Endpoint<any, any, any, any, any, any, infer WireBody> ? WireBody : never

export const endpoint = <
  const Params extends PathParameters,
  const Problems extends ReadonlyArray<Problem<any>>,
  Answer,
  Wire,
  const M extends Method,
  const Query extends QueryParameters = {},
  Body = undefined,
  WireBody = undefined,
>(
  options: Described<Params, Answer, Problems, Wire, M> & {
    readonly query?: Query
    readonly ordered?: ReadonlyArray<readonly [keyof Query & string, keyof Query & string]>
    readonly body?: Schema.Codec<Body, WireBody>
  },
): Endpoint<Params, Query, Body, Answer, Problems, Wire, WireBody> & { readonly method: M } =>
  ({ query: {}, body: null, ...options }) as any

/** Returns the same operation with an optional body, which has no required field. */
export const mayLackBody = <E extends Endpoint>(
  endpoint: E,
): E & { readonly isBodyOptional: true } => ({
  ...endpoint,
  isBodyOptional: true,
})

/** Defines an operation for anyone, without an actor. */
export const publicEndpoint = <
  const Problems extends ReadonlyArray<Problem<any>>,
  Answer,
  Wire,
  const M extends Method,
  Body = undefined,
  WireBody = undefined,
>(
  options: Omit<Described<{}, Answer, Problems, Wire, M>, "access" | "self" | "params"> & {
    readonly body?: Schema.Codec<Body, WireBody>
  },
): Endpoint<{}, {}, Body, Answer, Problems, Wire, WireBody> & {
  readonly method: M
  readonly access: "public"
} => ({ params: {}, query: {}, body: null, access: "public", ...options }) as any

type Bytes = AsyncIterable<Uint8Array>

/** Operations by resource and verb: `api.topups.create` is the operation `topups.create`. */
export interface Api {
  readonly [resource: string]: { readonly [verb: string]: Endpoint }
}

/**
 * Defines an operation whose body is newline-delimited JSON of any length; its handler gets the
 * bytes as they arrive.
 */
export const streamedEndpoint = <
  const Params extends PathParameters,
  const Problems extends ReadonlyArray<Problem<any>>,
  Answer,
  Wire,
  const Query extends QueryParameters = {},
>(
  options: Described<Params, Answer, Problems, Wire, "POST"> & {
    readonly query?: Query
    readonly row: Schema.Top
  },
): Endpoint<Params, Query, Bytes, Answer, Problems, Wire, Bytes> & {
  readonly method: "POST"
  readonly streamed: true
} => ({ query: {}, body: null, streamed: true, ...options }) as any

/**
 * Defines an operation whose body is a file; its handler gets the result of processing the file,
 * never the bytes.
 */
export const uploadEndpoint = <
  const Params extends PathParameters,
  const Problems extends ReadonlyArray<Problem<any>>,
  Answer,
  Wire,
  Body,
  const Query extends QueryParameters = {},
>(
  options: Described<Params, Answer, Problems, Wire, "POST"> & {
    readonly query?: Query
    readonly upload: UploadBounds
    /** Only its type is used: the body that the handler gets. */
    readonly received: () => Body
  },
): Endpoint<Params, Query, Body, Answer, Problems, Wire, SentFile> & {
  readonly method: "POST"
  readonly upload: UploadBounds
} => {
  const { received: _, ...endpoint } = options
  return { query: {}, body: null, ...endpoint } as any
}

/** The bytes of a file, with their metadata. */
export interface FileAnswer<Bytes = unknown> {
  readonly media_type: string
  /** Size in bytes. */
  readonly size: number
  readonly name: string
  /** SHA-256 in hex, or another identifier of the content. */
  readonly sha256: string
  readonly bytes: Bytes
}

/** A file, returned with its own media type. A client gets a Blob. */
export const file = (mediaTypes: ReadonlyArray<string>): Success<FileAnswer, Blob> => ({
  status: 200,
  schema: null,
  kind: "file",
  encode: () => undefined,
  mediaTypes,
})

/** A record, returned with 200 (or 201 if the operation creates it). */
export const one = <A, W extends object>(
  { schema, encode }: Pick<Wire<A, W>, "schema" | "encode">,
  status: 200 | 201 = 200,
): Success<A, W> => ({ status, schema, kind: "one", encode })

/** A record, returned with 201 if it is new and with 200 if it already existed. */
export const upserted = <A, W extends object>(
  wire: Pick<Wire<A, W>, "schema" | "encode">,
  isNew: (record: A) => boolean,
): Success<A, W> => ({
  ...one(wire, 201),
  statusOf: (record) => (isNew(record) ? 201 : 200),
})

/** A page of records in "the common list envelope": `count`, `next`, `previous`, `results`. */
export const pageOf = <A, W extends object>({
  schema,
  encode,
}: Pick<Wire<A, W>, "schema" | "encode">): Success<Page<A>, Envelope<W>> => ({
  status: 200,
  schema,
  kind: "page",
  encode: (page, business) => page.results.map((record) => encode(record, business)),
})

/** 202 and no body: the requested action happens later, if at all. */
export const accepted: Success<void, void> = {
  status: 202,
  schema: null,
  kind: "none",
  encode: () => undefined,
}

/** 204 and no body. */
export const none: Success<void, void> = {
  status: 204,
  schema: null,
  kind: "none",
  encode: () => undefined,
}
