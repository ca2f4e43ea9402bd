import type { Fault, Problem } from "./records.ts"

/** The service refused: its problem, in its own words. */
export class Refusal extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }

  get status(): number {
    return this.problem.status
  }

  get code(): string {
    return this.problem.code
  }

  /**
   * What was said of a field of the body, by its JSON pointer. Where the service can only name ids,
   * the screen has words of its own, by the code of the fault.
   */
  at(pointer: string, words: Readonly<Record<string, string>> = {}): string | undefined {
    const fault = this.problem.errors.find((each) => each.pointer === pointer)
    return fault === undefined ? undefined : (words[fault.code] ?? fault.detail)
  }

  /** What was said of a field of the body, or of a part of it. */
  below(pointer: string): string | undefined {
    const isBelow = (at: string | undefined) => at === pointer || at?.startsWith(`${pointer}/`)
    return this.problem.errors.find((fault) => isBelow(fault.pointer))?.detail
  }

  /** What was said of no field in the list and of no part of one, for the head of a form. */
  beside(pointers: ReadonlyArray<string>): ReadonlyArray<Fault> {
    return this.problem.errors.filter(
      ({ pointer }) =>
        pointer === undefined ||
        !pointers.some((shown) => pointer === shown || pointer.startsWith(`${shown}/`)),
    )
  }
}

/** No answer came, or none of the service's own. */
export class ConnectionLost extends Error {}

/** Nobody is signed in, so the service was not asked. */
export class SignedOut extends Error {}

/** Somebody else is signed in than the person whom the page shows, so the service was not asked. */
export class OtherPerson extends Error {}

export const isGone = (failure: unknown): boolean =>
  failure instanceof Refusal && failure.status === 401

/** There is no such record, or none that the person may see. */
export const isMissing = (failure: unknown): boolean =>
  failure instanceof Refusal && failure.status === 404

/** Somebody else changed the record since it was read. */
export const isConflict = (failure: unknown): boolean =>
  failure instanceof Refusal && failure.status === 412

/** Whether asking once more, later, can help. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof ConnectionLost ||
  (failure instanceof Refusal && (failure.status === 503 || failure.status === 429))
