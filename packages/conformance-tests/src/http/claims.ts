import { type OperationId, operations } from "../interface/operations.ts"
import { type Binding, boundOperation } from "./bindings.ts"
import { Unclaimed } from "./verdict.ts"

/** The operations that the implementer claims to have; null: all of them. */
export type Claims = ReadonlySet<string> | null

const ids = Object.keys(operations) as ReadonlyArray<OperationId>

/** Ends a check that needs an operation which is not claimed. */
export const needClaim = (claims: Claims, operation: OperationId | null): void => {
  if (claims === null || operation === null || claims.has(operation)) return
  throw new Unclaimed(`${operation} is not among the operations that are claimed`)
}

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\{[a-z_]+\}/gu, "[^/]+")}$`, "u")

/** The operation that a request reaches, by its method and path; null where it is none's. */
export const operationAt = (binding: Binding, method: string, path: string): OperationId | null => {
  const [bare = ""] = path.split("?")
  const found = ids.find((id) => {
    const bound = boundOperation(binding, id)
    return bound.method === method && pattern(bound.path).test(bare)
  })
  return found ?? null
}

/** How an operation answered those who may ask for it. */
interface Tally {
  present: number
  absent: number
}

/** Statuses of who does not have what was asked for at all. */
const absences = [404, 405, 501]
/** Statuses of who does not say whether it is there. */
const silences = [401, 403, 429, 503]

/** What is known of the operations of a target from every answer of a run. */
export const presences = () => {
  const tallies = new Map<string, Tally>()
  return {
    answered: (operation: string, status: number): void => {
      if (silences.includes(status)) return
      const tally = tallies.get(operation) ?? { present: 0, absent: 0 }
      if (absences.includes(status)) tally.absent += 1
      else tally.present += 1
      tallies.set(operation, tally)
    },
    /** Whether nothing else was ever answered than that it is not there. */
    isAbsent: (operation: string): boolean => {
      const tally = tallies.get(operation)
      return tally !== undefined && tally.present === 0 && tally.absent > 0
    },
    /** Whether there is an operation that was answered otherwise. */
    isAnyPresent: (): boolean => [...tallies.values()].some(({ present }) => present > 0),
    requests: (operation: string): number => tallies.get(operation)?.absent ?? 0,
  }
}
export type Presences = ReturnType<typeof presences>
