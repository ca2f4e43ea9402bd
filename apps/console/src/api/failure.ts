import type { Fault, Problem } from "./records.ts"

/** What the service said: an English sentence, and what a sentence in another language takes. */
export type Said = Pick<Problem, "code" | "detail" | "values">

let translate: (said: Said) => string = ({ detail }) => detail

/** Says refusals in the language of the page from now on; texts without a translation stay. */
export const sayRefusals = (translation: typeof translate): void => {
  translate = translation
}

/** The service refused: its problem, in the language of the page. */
export class Refusal extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super()
    this.problem = problem
  }

  /** All that was refused, each said once. */
  override get message(): string {
    const { errors } = this.problem
    const said = errors.length === 0 ? [this.problem] : errors
    return [...new Set(said.map((each) => translate(each)))].join(" ")
  }

  get status(): number {
    return this.problem.status
  }

  get code(): string {
    return this.problem.code
  }

  /**
   * What was said of a field of the body, by its JSON pointer, or of a part of the field. Where the
   * service can only name ids, the screen has words of its own, by the code of the fault.
   */
  at(pointer: string, words: Readonly<Record<string, string>> = {}): string | undefined {
    const fault = this.problem.errors.find((each) => isWithin(each.pointer, pointer))
    return fault === undefined ? undefined : (words[fault.code] ?? translate(fault))
  }

  /** What was said of no field in the list and of no part of one, for the head of a form. */
  beside(pointers: ReadonlyArray<string>): ReadonlyArray<string> {
    const isBeside = ({ pointer }: Fault) => !pointers.some((shown) => isWithin(pointer, shown))
    return [...new Set(this.problem.errors.filter(isBeside).map((each) => translate(each)))]
  }
}

const isWithin = (pointer: string | undefined, field: string): boolean =>
  pointer === field || pointer?.startsWith(`${field}/`) === true

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

/** Another link for an address takes minutes, and who waits for that sees nothing meanwhile. */
const longWait = "too_many_sign_in_links"

/** Whether asking once more, in a few seconds, can help. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof ConnectionLost ||
  (failure instanceof Refusal &&
    (failure.status === 503 || (failure.status === 429 && failure.code !== longWait)))
