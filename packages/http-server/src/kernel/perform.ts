import {
  actorOf,
  CurrentActor,
  CurrentCaller,
  callerOf,
  operator,
  type Page,
  type Principal,
  Rehearsal,
  type StorageUnavailable,
} from "@outlay/domain"
import { links, type Shown } from "@outlay/http-contract"
import { Context, Effect, type Exit } from "effect"
import { CurrentPrincipal } from "./authentication.ts"
import { problemOf, respondFailure } from "./failure.ts"
import { keyOf, remembering } from "./idempotency.ts"
import { type Answer, type Exchange, proceed } from "./kernel.ts"
import { isLong, slices } from "./long-page.ts"
import { asThemselves } from "./own-rights.ts"
import { Refused, refuse } from "./refused.ts"
import {
  etagOf,
  matchesStrongly,
  respond,
  respondInTurns,
  respondProblem,
  respondRead,
} from "./respond.ts"
import type { Route } from "./route.ts"

/** Runs the handler, and answers what it answers. */
export const perform = (
  exchange: Exchange,
  route: Route,
  bytes: Buffer | null = null,
): undefined => {
  const context = contextOf(exchange)
  if (!route.isWrite) {
    const read = asThemselves(exchange, route, handled(exchange, route))
    return proceed(exchange, context, withBusiness(exchange, read), readDone)
  }
  if (!route.rehearses) {
    return proceed(exchange, context, withBusiness(exchange, answered(exchange, route)), writeDone)
  }
  const { unitOfWork, running } = exchange.kernel
  const change = unlessChanged(exchange, route, tagged(exchange, route))
  const work = withBusiness(exchange, asThemselves(exchange, route, change))
  if (exchange.dryRun) {
    const rehearsed = unitOfWork.rehearse(Effect.provideService(work, Rehearsal, true))
    return proceed(exchange, context, rehearsed, writeDone)
  }
  const key = route.endpoint.method === "POST" ? keyOf(exchange, bytes) : null
  if (key === null) return proceed(exchange, context, unitOfWork.atomically(work), writeDone)
  if (key instanceof Refused) return respondProblem(exchange, key)
  if (running.has(key.scope)) return respondProblem(exchange, stillRunning)
  running.add(key.scope)
  const once = unitOfWork.atomically(remembering(exchange.kernel.idempotency, key, work))
  proceed(exchange, context, once, (_, exit) => {
    running.delete(key.scope)
    writeDone(exchange, exit)
  })
}

const stillRunning = refuse("idempotency_key_in_use", undefined, ["Retry-After", "1"])

type Work<A> = Effect.Effect<A, unknown>

/** On whose behalf the domain acts. Made once for a principal, for as long as it is remembered. */
const contextOf = ({ kernel, principal }: Exchange): Context.Context<never> => {
  const key = principal ?? operator
  const known = kernel.contexts.get(key)
  if (known !== undefined) return known
  const acting = Context.add(
    kernel.context,
    CurrentActor,
    principal === null ? operator : actorOf(principal),
  )
  const made =
    principal === null
      ? acting
      : Context.add(acting, CurrentPrincipal, principal).pipe(
          Context.add(CurrentCaller, callerOf(principal)),
        )
  kernel.contexts.set(key, made)
  return made
}

/** The operator's paths name a business of which nothing is known yet. */
const withBusiness = <A>(exchange: Exchange, work: Work<A>): Work<A> => {
  const { client_id } = exchange.params
  if (exchange.business !== null || typeof client_id !== "number") return work
  return Effect.flatMap(exchange.kernel.authentication.business(client_id), (business) => {
    if (business === null) {
      return Effect.fail(refuse("not_found", `There is no business ${client_id} here.`))
    }
    exchange.business = business
    return work
  })
}

const handled = (exchange: Exchange, route: Route): Work<unknown> =>
  Effect.suspend(
    () =>
      route.handle({
        params: exchange.params,
        query: exchange.query,
        body: exchange.body as never,
      }) as Work<unknown>,
  )

/** Encoded inside the unit of work: an answer that cannot be written undoes the change. */
const answered = (exchange: Exchange, route: Route): Work<Answer> =>
  Effect.map(handled(exchange, route), (answer) => {
    const { status, statusOf } = route.endpoint.success
    return {
      status: statusOf?.(answer) ?? status,
      body: bodyOf(exchange, route, answer),
      headers: [],
    }
  })

/** "A PATCH answers the new `ETag`", also where the answer shows more than the record's GET. */
const tagged = (exchange: Exchange, route: Route): Work<Answer> => {
  const { endpoint, sibling } = route
  const work = answered(exchange, route)
  const isOther =
    endpoint.method === "PATCH" &&
    sibling !== null &&
    endpoint.success.schema !== sibling.endpoint.success.schema
  if (!isOther || exchange.dryRun) return work
  return Effect.flatMap(work, (answer) =>
    Effect.map(shownTo(exchange, currentOf(exchange, sibling)), (record) => ({
      ...answer,
      headers: [...answer.headers, "ETag", etagOf(bodyOf(exchange, sibling, record))],
    })),
  )
}

/** The record as the GET of it shows it now. */
const currentOf = (exchange: Exchange, sibling: Route): Work<unknown> =>
  Effect.suspend(
    () =>
      sibling.handle({
        params: exchange.params,
        query: sibling.absent,
        body: undefined as never,
      }) as Work<unknown>,
  )

/** The bytes of an answer, in the shape that the endpoint gives it. */
const bodyOf = (exchange: Exchange, route: Route, answer: unknown): string => {
  const { kind, encode, besides } = route.endpoint.success
  if (kind === "none") return ""
  const shown = exchange.business ?? nobody
  if (kind === "one") return JSON.stringify(encode(answer, shown))
  const results = encode(answer, shown)
  return JSON.stringify({ ...linked(exchange, answer), results, ...besides?.of(answer) })
}

/** What the envelope of a page has before its results. */
const linked = (exchange: Exchange, answer: unknown) => {
  const { count } = answer as { readonly count: number }
  const { offset, limit } = exchange.query as { readonly offset: number; readonly limit: number }
  return { count, ...links(count, offset, limit) }
}

/** For records that are of no business, or bring their own. */
const nobody: Shown = {
  client_id: 0,
  currency: "AUD",
  features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
}

/** "`If-Match` on PATCH and DELETE → 412", judged under the lock under which the change is made. */
const unlessChanged = <A>(exchange: Exchange, route: Route, work: Work<A>): Work<A> => {
  const expected = exchange.request.headers["if-match"]
  if (expected === undefined || route.endpoint.method === "POST") return work
  const { sibling } = route
  if (sibling === null) {
    return expected.trim() === "*" ? work : Effect.fail(refuse("precondition_failed"))
  }
  const current = shownTo(exchange, currentOf(exchange, sibling))
  return Effect.flatMap(
    Effect.mapError(current, (error) => problemOf(sibling, error) ?? error),
    (record) =>
      matchesStrongly(expected, etagOf(bodyOf(exchange, sibling, record)))
        ? work
        : Effect.fail(refuse("precondition_failed")),
  )
}

/** The interface shows a record to a principal: for the operator, to one of its business. */
const shownTo = <A>(exchange: Exchange, work: Work<A>): Work<A> =>
  Effect.suspend(() =>
    exchange.principal === null && exchange.business !== null
      ? Effect.provideService(work, CurrentPrincipal, { business: exchange.business } as Principal)
      : work,
  )

const readDone = (exchange: Exchange, exit: Exit.Exit<unknown, unknown>): undefined => {
  if (exit._tag === "Failure") return respondFailure(exchange, exit.cause)
  const route = exchange.route as Route
  const { kind } = route.endpoint.success
  const isResource = kind === "one"
  if (kind === "page" && isLong(exit.value as Page<unknown>)) {
    return respondInTurns(exchange, slicesOf(exchange, route, exit.value as Page<unknown>))
  }
  respondRead(exchange, bodyOf(exchange, route, exit.value), isResource)
}

const slicesOf = (exchange: Exchange, route: Route, page: Page<unknown>): Iterator<Buffer> => {
  const { encode, besides } = route.endpoint.success
  const shown = exchange.business ?? nobody
  const one = (record: unknown) => (encode({ ...page, results: [record] }, shown) as [unknown])[0]
  const after = besides?.of(page) ?? {}
  return slices(page.results, one, { before: linked(exchange, page), after })
}

const writeDone = (
  exchange: Exchange,
  exit: Exit.Exit<Answer, unknown | StorageUnavailable>,
): undefined => {
  if (exit._tag === "Failure") respondFailure(exchange, exit.cause)
  else respond(exchange, withEtag(exchange, exit.value))
}

/** "A PATCH answers the new `ETag`": where it answers what the GET of its record would. */
const withEtag = (exchange: Exchange, answer: Answer): Answer => {
  const { endpoint, sibling } = exchange.route as Route
  const isShown =
    endpoint.method === "PATCH" && endpoint.success.schema === sibling?.endpoint.success.schema
  return isShown && !exchange.dryRun
    ? { ...answer, headers: [...answer.headers, "ETag", etagOf(answer.body)] }
    : answer
}
