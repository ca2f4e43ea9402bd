import type { StorageUnavailable } from "@outlay/domain"
import type { AnswerOf, Api, Endpoint, Input, ProblemsOf } from "@outlay/http-contract"
import { type Context, Effect, type Scope } from "effect"
import type { Receive } from "./arrival.ts"
import type { CurrentPrincipal, CurrentVisitor } from "./authentication.ts"

/** Services that the kernel provides to handlers: the caller. */
type Provided = CurrentPrincipal | CurrentVisitor

/** An endpoint with its handler; `R` is what the handler requires. */
export interface Handler<out R = unknown> {
  readonly endpoint: Endpoint
  readonly handle: (input: Input<Endpoint>) => Effect.Effect<unknown, unknown, unknown>
  /** Step of an upload that processes the file before the unit of work. */
  readonly receive?: Receive
  /** Runs after the commit, with the result: actions that no storage could undo. */
  readonly after?: (result: never) => Effect.Effect<void, unknown, unknown>
  readonly "~services"?: R
}

export type ServicesOf<H> = H extends Handler<infer R> ? R : never

/** Use case of an endpoint: each of its refusals is a problem of the endpoint. */
export type Handle<E extends Endpoint<any, any, any, any, any>, R> = (
  input: Input<E>,
) => Effect.Effect<AnswerOf<E>, ProblemsOf<E> | StorageUnavailable, R>

/**
 * Pairs an endpoint with its use case. It compiles only if every refusal of the use case is a
 * problem of the endpoint. A write runs inside the unit of work that the server opens.
 */
export const handler = <E extends Endpoint<any, any, any, any, any>, R = never>(
  endpoint: E,
  handle: Handle<E, R>,
): Handler<Exclude<R, Provided>> =>
  ({ endpoint, handle }) as unknown as Handler<Exclude<R, Provided>>

/** The operations of a resource, by verb. */
type Operations = Api[string]

/** The use case of each operation of a resource, by verb. */
export type HandlersOf<Operations, R = unknown> = Readonly<Record<keyof Operations, Handler<R>>>

type NeededBy<Handles> = {
  [Verb in keyof Handles]: Handles[Verb] extends (
    ...args: never
  ) => Effect.Effect<unknown, unknown, infer R>
    ? R
    : never
}[keyof Handles]

/** Pairs every operation of a resource with its use case: omitting one is a compile error. */
export const handlersOf = <
  O extends Operations,
  const Handles extends { readonly [Verb in keyof O]: Handle<O[Verb], unknown> },
>(
  operations: O,
  handles: Handles,
): HandlersOf<O, Exclude<NeededBy<Handles>, Provided>> =>
  Object.fromEntries(
    Object.entries(operations).map(([verb, endpoint]) => [
      verb,
      { endpoint, handle: handles[verb] },
    ]),
  ) as never

/** Steps of operations outside their unit of work, by verb. */
type OuterSteps<O extends Operations> = {
  readonly [Verb in keyof O]?: {
    readonly receive?: Receive<any>
    readonly after?: (result: AnswerOf<O[Verb]>) => Effect.Effect<void, unknown, any>
  }
}

type NeededByOuterSteps<B> = {
  [Verb in keyof B]: B[Verb] extends { readonly receive: Receive<infer R> }
    ? R
    : B[Verb] extends { readonly after: (result: never) => Effect.Effect<void, unknown, infer R> }
      ? R
      : never
}[keyof B]

/** Adds to handlers the steps of their operations before and after the unit of work. */
export const withOuterSteps = <O extends Operations, R, const B extends OuterSteps<O>>(
  handlers: HandlersOf<O, R>,
  steps: B,
): HandlersOf<O, R | Exclude<NeededByOuterSteps<B>, Scope.Scope>> =>
  Object.fromEntries(
    Object.entries(handlers).map(([verb, handler]) => [
      verb,
      { ...(handler as object), ...steps[verb as keyof B] },
    ]),
  ) as never

/** A service with the five operations on a resource of a business. */
interface PlainService<O extends PlainOperations> {
  readonly list: (client_id: number, query: Input<O["list"]>["query"]) => ResultOf<O["list"]>
  readonly get: (key: Input<O["get"]>["params"]) => ResultOf<O["get"]>
  readonly create: (client_id: number, body: Input<O["create"]>["body"]) => ResultOf<O["create"]>
  readonly update: (
    key: Input<O["update"]>["params"],
    body: Input<O["update"]>["body"],
  ) => ResultOf<O["update"]>
  readonly remove: (key: Input<O["remove"]>["params"]) => ResultOf<O["remove"]>
}

type ResultOf<E extends Endpoint<any, any, any, any, any>> = ReturnType<Handle<E, never>>

type Verb = "list" | "get" | "create" | "update" | "remove"

type PlainOperations = Readonly<Record<Verb, Endpoint<any, any, any, any, any>>>

type Call = (service: any, input: Input<Endpoint>) => unknown

const plain: Readonly<Record<Verb, Call>> = {
  list: (service, { params, query }) => service.list(params["client_id"], query),
  get: (service, { params }) => service.get(params),
  create: (service, { params, body }) => service.create(params["client_id"], body),
  update: (service, { params, body }) => service.update(params, body),
  remove: (service, { params }) => service.remove(params),
}

/**
 * Pairs `list`, `get`, `create`, `update` and `remove` of a resource with the methods of the same
 * name of its service. It compiles only if the service has all five, with the input, results and
 * refusals of the endpoints.
 */
export const plainHandlersOf = <O extends PlainOperations, Id>(
  operations: O,
  service: Context.Key<Id, PlainService<O>>,
): HandlersOf<O, Id> =>
  Object.fromEntries(
    Object.entries(plain).map(([verb, call]) => [
      verb,
      {
        endpoint: operations[verb as keyof O],
        handle: (input: Input<Endpoint>) =>
          Effect.flatMap(service, (_) => call(_, input) as Effect.Effect<unknown>),
      },
    ]),
  ) as never

/** The handlers of several resources, as a list. */
export const listOf = <S extends { readonly [resource: string]: object }>(
  side: S,
): ReadonlyArray<Handler<ServicesOf<ValueOf<ValueOf<S>>>>> =>
  Object.values(side).flatMap((handlers) => Object.values(handlers))

type ValueOf<T> = T extends unknown ? T[keyof T] : never
