import { type OperationId, operations } from "../interface/operations.ts"
import { type Binding, boundOperation } from "./bindings.ts"
import { Unclaimed } from "./verdict.ts"

/** Operations that the implementer claims to have; null for all of them. */
export type Claims = ReadonlySet<string> | null

const ids = Object.keys(operations) as ReadonlyArray<OperationId>

/** Ends a check that needs an operation that is not claimed. */
export const needClaim = (claims: Claims, operation: OperationId | null): void => {
  if (claims === null || operation === null || claims.has(operation)) return
  throw new Unclaimed(`${operation} is not among the operations that are claimed`)
}

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\{[a-z_]+\}/gu, "[^/]+")}$`, "u")

/** Returns the operation that a request reaches, by its method and path; null if there is none. */
export const operationAt = (binding: Binding, method: string, path: string): OperationId | null => {
  const [bare = ""] = path.split("?")
  const found = ids.find((id) => {
    const bound = boundOperation(binding, id)
    return bound.method === method && pattern(bound.path).test(bare)
  })
  return found ?? null
}

/** Responses of an operation to callers who may use it, by whether it exists. */
interface Tally {
  present: number
  absent: number
}

/** Statuses of a target that does not have the requested operation. */
const absences = [404, 405, 501]
/** Statuses that do not show whether the operation exists. */
const silences = [401, 403, 429, 503]

/** Records from every response of a run which operations a target has. */
export const presences = () => {
  const tallies = new Map<string, Tally>()
  return {
    record: (operation: string, status: number): void => {
      if (silences.includes(status)) return
      const tally = tallies.get(operation) ?? { present: 0, absent: 0 }
      if (absences.includes(status)) tally.absent += 1
      else tally.present += 1
      tallies.set(operation, tally)
    },
    /** True if every response said that the operation does not exist. */
    isAbsent: (operation: string): boolean => {
      const tally = tallies.get(operation)
      return tally !== undefined && tally.present === 0 && tally.absent > 0
    },
    /** True if any operation exists. */
    isAnyPresent: (): boolean => [...tallies.values()].some(({ present }) => present > 0),
    requests: (operation: string): number => tallies.get(operation)?.absent ?? 0,
  }
}
export type Presences = ReturnType<typeof presences>
