import type { OperationId } from "../../../interface/operations.ts"
import { type Business, type Check, checksOf, type Trial } from "../../check.ts"
import {
  callOf,
  kindOf,
  kinds,
  missingId,
  operationIds,
  type Path,
  parametersOf,
  pathsOf,
} from "./attempts.ts"
import { isRefused } from "./foreign-business.ts"

type Row = Omit<Check, "profile">

const mostIds = 6

/**
 * Returns ids of the other business that its own does not have: targets may count from one in each.
 */
const foreignIdsOf = (
  mine: Business,
  theirs: Business,
  parameter: string,
): ReadonlyArray<string> => {
  const kind = kinds[parameter] ?? "users"
  const own = new Set(Object.values(mine.ids[kind]))
  const ids = Object.values(theirs.ids[kind]).filter((id) => !own.has(id))
  const every = Math.max(1, Math.ceil(ids.length / mostIds))
  return ids.filter((_, index) => index % every === 0)
}

/**
 * Returns the own path with ids of the other business: one parameter at a time, then all of them.
 */
const swapped = (
  mine: Business,
  theirs: Business,
  operation: OperationId,
  own: Path,
): ReadonlyArray<{ readonly foreign: Path; readonly missing: Path }> => {
  const single = parametersOf(operation).flatMap((parameter) =>
    foreignIdsOf(mine, theirs, parameter).map((id) => ({
      foreign: { ...own, [parameter]: id },
      missing: { ...own, [parameter]: missingId(id) },
    })),
  )
  const whole = pathsOf(theirs, operation, mostIds)
    .filter((path) =>
      Object.entries(path).every(([parameter, id]) =>
        foreignIdsOf(mine, theirs, parameter).includes(id),
      ),
    )
    .map((path) => ({
      foreign: path,
      missing: Object.fromEntries(
        Object.entries(path).map(([parameter, id]) => [parameter, missingId(id)]),
      ),
    }))
  return parametersOf(operation).length > 1 ? [...single, ...whole] : single
}

const expectRule = async (trial: Trial, operation: OperationId): Promise<void> => {
  const mine = trial.business
  const theirs = await trial.world("beta")
  const own = pathsOf(mine, operation, 1)[0]
  if (own === undefined) trial.untestable("the business has nothing of this kind")
  const attempts = swapped(mine, theirs, operation, own)
  if (attempts.length === 0) trial.untestable("every id of the other business is one's own too")
  for (const { foreign, missing } of attempts) {
    const response = await mine.call(operation, callOf(mine, operation, foreign))
    trial.expect(isRefused(response), "a refusal: 4xx", response)
    const nothing = await mine.call(operation, callOf(mine, operation, missing))
    trial.expect(
      response.status === nothing.status && kindOf(response.body) === kindOf(nothing.body),
      `the answer that an id gets which nothing has: ${nothing.status}, ${nothing.text}`,
      `${response.status}, ${response.text}`,
    )
  }
}

export const foreignIds = checksOf(
  "tenancy",
  operationIds
    .filter((operation) => parametersOf(operation).length > 0)
    .map(
      (operation): Row => ({
        id: `tenancy.foreign-id.${operation}`,
        requirement: "tenancy.foreign-id",
        title: `${operation} takes ids of another business for ids that nothing has`,
        scenario: "alpha",
        run: (trial: Trial) => expectRule(trial, operation),
      }),
    ),
)
