import {
  CurrentActor,
  CurrentCaller,
  operator,
  type Page,
  StorageUnavailable,
  system,
} from "@outlay/domain"
import type { Business } from "@outlay/domain/fields"
import { DryRun } from "@outlay/domain/ports"
import { actorOf, callerOf, type Principal } from "@outlay/domain/rules"
import { links, type Shown } from "@outlay/http-contract"
import { Cause, Context, Effect, type Exit } from "effect"
import { CurrentPrincipal, CurrentVisitor } from "./authentication.ts"
import { departure, Gone } from "./departure.ts"
import { loggedUnder, problemOf, respondFailure } from "./failure.ts"
import { type File, respondFile } from "./file-response.ts"
import { keyOf, remembering, stillRunning } from "./idempotency.ts"
import type { Answer } from "./kernel.ts"
import { isLong, slices } from "./long-page.ts"
import { asThemselves } from "./own-rights.ts"
import { setCookie } from "./reach.ts"
import { Refused, refuse } from "./refusal.ts"
import {
  etagOf,
  matchesStrongly,
  respond,
  respondInTurns,
  respondProblem,
  respondRead,
  settle,
} from "./respond.ts"
import type { Route } from "./route.ts"
import { type Admitted, type Authenticated, type End, type Placed, proceed } from "./stages.ts"

/** Runs the handler and sends its response. */
export const perform = (addressed: Admitted): undefined => {
  const { route, kernel, dryRun } = addressed
  if (!route.isWrite) return placeRead(addressed)
  const admitted = withAfter(addressed)
  const context = contextOf(admitted)
  if (!route.hasDryRun) {
    return write(admitted, context, inBusiness(admitted, encodedResult))
  }
  const { unitOfWork, running } = kernel
  const work = inBusiness(admitted, (placed) =>
    asThemselves(placed, unlessChanged(placed, tagged(placed))),
  )
  const of = clientOf(admitted)
  if (dryRun) {
    const undone = unitOfWork.dryRun(Effect.provideService(work, DryRun, true), of)
    return write(admitted, context, undone)
  }
  const key = route.endpoint.method === "POST" ? keyOf(admitted, of?.client_id ?? 0) : null
  if (key === null) return write(admitted, context, unitOfWork.atomically(work, of))
  if (key instanceof Refused) return respondProblem(admitted, key)
  if (running.has(key.scope)) return respondProblem(admitted, stillRunning)
  running.add(key.scope)
  const once = unitOfWork.atomically(remembering(kernel.idempotency, key, work), of)
  write(
    admitted,
    context,
    Effect.onExit(once, () => Effect.sync(() => running.delete(key.scope))),
  )
}

const write = (
  admitted: Admitted,
  context: Context.Context<never>,
  work: Work<Answer>,
): undefined => {
  admitted.outcome?.begun()
  proceed(admitted, context, work, writeDone)
}

/** Returns the request with the step of the operation after its commit, if it has one. */
const withAfter = (admitted: Admitted): Admitted => {
  const { route, dryRun, outcome } = admitted
  const { after } = route
  if (after === null || dryRun || outcome !== undefined) return admitted
  let last: { readonly result: unknown } | null = null
  return {
    ...admitted,
    outcome: {
      begun: () => undefined,
      handled: (result) => {
        last = { result }
      },
      done: (end) => {
        if (end !== "saved" || last === null) return
        const work = after(last.result) as Effect.Effect<void, unknown>
        const logged = Effect.catchCause(work, (cause) =>
          Effect.logWarning("What follows a commit failed", cause),
        )
        Effect.runForkWith(contextOf(admitted))(loggedUnder(admitted, logged))
      },
    },
  }
}

type Work<A> = Effect.Effect<A, unknown>

/**
 * Returns the context with the caller for whom the domain acts. It is created once per principal
 * and cached as long as the principal is.
 */
const contextOf = ({ kernel, principal, visitor }: Authenticated): Context.Context<never> => {
  if (visitor !== null) {
    const acting = Context.add(kernel.context, CurrentActor, system)
    return Context.add(acting, CurrentVisitor, visitor)
  }
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

/** Returns the business of a request; null if the request is about all businesses. */
const clientOf = ({ principal, params: { client_id } }: Admitted) => {
  if (principal !== null) return principal.business
  return typeof client_id === "number" ? { client_id } : null
}

/** Looks up the business in the path of an operator's request. */
const businessOf = (admitted: Admitted): Work<Business | null> => {
  const { kernel } = admitted
  const client_id = clientOf(admitted)?.client_id
  if (client_id === undefined) return Effect.succeed(null)
  return Effect.flatMap(kernel.authentication.business(client_id), (business) =>
    business === null
      ? Effect.fail(refuse("not_found", `There is no business ${client_id}.`))
      : Effect.succeed(business),
  )
}

/** Looks up the business of an operator's write in its unit of work. */
const inBusiness = <A>(admitted: Admitted, work: (placed: Placed) => Work<A>): Work<A> => {
  const { principal } = admitted
  return principal === null
    ? Effect.flatMap(businessOf(admitted), (business) => work({ ...admitted, business }))
    : work({ ...admitted, business: principal.business })
}

const placeRead = (admitted: Admitted): undefined => {
  const { principal } = admitted
  if (principal !== null) return read({ ...admitted, business: principal.business })
  proceed(admitted, contextOf(admitted), businessOf(admitted), (_, exit) => {
    if (exit._tag === "Failure") return respondFailure(admitted, exit.cause)
    read({ ...admitted, business: exit.value })
  })
}

const read = (placed: Placed): undefined => {
  const work = asThemselves(placed, handled(placed))
  // Files come from other stores and processes: the work for them is cancelled if the client
  // disconnects.
  const isFile = placed.route.endpoint.success.kind === "file"
  const cancellable = isFile ? Effect.raceFirst(work, departure(placed)) : work
  proceed(placed, contextOf(placed), cancellable, readDone)
}

const handled = ({ route, params, query, body }: Placed): Work<unknown> =>
  Effect.suspend(() => route.handle({ params, query, body: body as never }) as Work<unknown>)

/**
 * Runs the handler and encodes its result inside the unit of work: a response that cannot be
 * encoded undoes the change.
 */
const encodedResult = (placed: Placed): Work<Answer> =>
  Effect.map(handled(placed), (result) => {
    placed.outcome?.handled(result)
    const { status, statusOf, cookieOf } = placed.route.endpoint.success
    const cookie = placed.dryRun ? null : (cookieOf?.(result) ?? null)
    return {
      status: statusOf?.(result) ?? status,
      body: bodyOf(placed, placed.route, result),
      headers: cookie === null ? [] : ["Set-Cookie", setCookie(placed.kernel.reach, cookie)],
    }
  })

/** "A PATCH answers the new `ETag`", even if its response shows more than the GET of the record. */
const tagged = (placed: Placed): Work<Answer> => {
  const { endpoint, sibling } = placed.route
  const work = encodedResult(placed)
  const isOther =
    endpoint.method === "PATCH" &&
    sibling !== null &&
    endpoint.success.schema !== sibling.endpoint.success.schema
  if (!isOther || placed.dryRun) return work
  return Effect.flatMap(work, (response) =>
    Effect.map(shownTo(placed, currentOf(placed, sibling)), (record) => ({
      ...response,
      headers: [...response.headers, "ETag", etagOf(bodyOf(placed, sibling, record))],
    })),
  )
}

/** Returns the record as its GET shows it now. */
const currentOf = (placed: Placed, sibling: Route): Work<unknown> =>
  handled({ ...placed, route: sibling, query: sibling.absent, body: undefined })

/** Returns the body of a response in the shape that the endpoint declares. */
const bodyOf = (placed: Placed, route: Route, result: unknown): string => {
  const { kind, encode, besides } = route.endpoint.success
  if (kind === "none") return ""
  const shown = placed.business ?? noBusiness
  if (kind === "one") return JSON.stringify(encode(result, shown))
  const results = encode(result, shown)
  return JSON.stringify({ ...linked(placed, result), results, ...besides?.of(result) })
}

/** Returns the fields of a page's envelope before its results. */
const linked = ({ query }: Placed, result: unknown) => {
  const { count } = result as { readonly count: number }
  const { offset, limit } = query as { readonly offset: number; readonly limit: number }
  return { count, ...links(count, offset, limit) }
}

/** Used for records without a business, or with their own. */
const noBusiness: Shown = {
  client_id: 0,
  currency: "AUD",
  features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
}

/** "`If-Match` on PATCH and DELETE → 412", checked under the lock of the change. */
const unlessChanged = <A>(placed: Placed, work: Work<A>): Work<A> => {
  const { request, route } = placed
  const expected = request.headers["if-match"]
  if (expected === undefined || route.endpoint.method === "POST") return work
  const { sibling } = route
  if (sibling === null) {
    return expected.trim() === "*" ? work : Effect.fail(refuse("precondition_failed"))
  }
  const current = shownTo(placed, currentOf(placed, sibling))
  return Effect.flatMap(
    Effect.mapError(current, (error) => problemOf(sibling, error) ?? error),
    (record) => {
      if (matchesStrongly(expected, etagOf(bodyOf(placed, sibling, record)))) return work
      const changed = Effect.fail(refuse("precondition_failed"))
      // A deleted record is refused as deleted instead of changed: it has no version to work on.
      return isDeleted(placed, sibling, record) ? Effect.andThen(work, changed) : changed
    },
  )
}

const isDeleted = (placed: Placed, { endpoint }: Route, record: unknown): boolean => {
  const shown = endpoint.success.encode(record, placed.business ?? noBusiness)
  return (shown as { readonly is_deleted?: boolean }).is_deleted === true
}

/** Records are shown to a principal, so a request of the operator gets one of the business. */
const shownTo = <A>({ principal, business }: Placed, work: Work<A>): Work<A> =>
  principal === null && business !== null
    ? Effect.provideService(work, CurrentPrincipal, { business } as Principal)
    : work

const readDone = (placed: Placed, exit: Exit.Exit<unknown, unknown>): undefined => {
  if (exit._tag === "Failure") return readFailed(placed, exit.cause)
  const { route } = placed
  const { kind } = route.endpoint.success
  if (kind === "file") return respondFile(placed, exit.value as File)
  const isResource = kind === "one"
  if (kind === "page" && isLong(exit.value as Page<unknown>)) {
    return respondInTurns(placed, slicesOf(placed, exit.value as Page<unknown>))
  }
  respondRead(placed, bodyOf(placed, route, exit.value), isResource)
}

const readFailed = (placed: Placed, cause: Cause.Cause<unknown>): undefined =>
  Cause.squash(cause) instanceof Gone ? void settle(placed, 400) : respondFailure(placed, cause)

const slicesOf = (placed: Placed, page: Page<unknown>): Iterator<Buffer> => {
  const { encode, besides } = placed.route.endpoint.success
  const shown = placed.business ?? noBusiness
  const one = (record: unknown) => (encode({ ...page, results: [record] }, shown) as [unknown])[0]
  const after = besides?.of(page) ?? {}
  return slices(page.results, one, { before: linked(placed, page), after })
}

/**
 * It is certain that nothing was saved only after a refusal, or after a storage error that is not
 * marked as unknown.
 */
const endOf = (exit: Exit.Exit<Answer, unknown>): End => {
  if (exit._tag === "Success") return "saved"
  const isUndone = exit.cause.reasons.every(
    (reason) =>
      Cause.isFailReason(reason) &&
      !(reason.error instanceof StorageUnavailable && reason.error.isUnknown === true),
  )
  return isUndone ? "undone" : "unknown"
}

const writeDone = (admitted: Admitted, exit: Exit.Exit<Answer, unknown>): undefined => {
  admitted.outcome?.done(endOf(exit))
  if (exit._tag === "Failure") respondFailure(admitted, exit.cause)
  else respond(admitted, withEtag(admitted, exit.value))
}

/** "A PATCH answers the new `ETag`": if its response is the same as that of the record's GET. */
const withEtag = ({ route, dryRun }: Admitted, response: Answer): Answer => {
  const { endpoint, sibling } = route
  const isShown =
    endpoint.method === "PATCH" && endpoint.success.schema === sibling?.endpoint.success.schema
  return isShown && !dryRun
    ? { ...response, headers: [...response.headers, "ETag", etagOf(response.body)] }
    : response
}
