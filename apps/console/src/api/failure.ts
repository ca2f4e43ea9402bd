import type { Fault, Problem } from "./records.ts"

/**
 * Error as the service describes it: an English sentence, and the values for a sentence in another
 * language.
 */
export type Said = Pick<Problem, "code" | "detail" | "values">

let translate: (refusal: Said) => string = ({ detail }) => detail

/** Sets the translation of refusals; texts without a translation stay in English. */
export const sayRefusals = (translation: typeof translate): void => {
  translate = translation
}

/** Refusal by the service: its problem in the language of the page. */
export class Refusal extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super()
    this.problem = problem
  }

  /** All sentences of the refusal, without duplicates. */
  override get message(): string {
    const { errors } = this.problem
    const problems = errors.length === 0 ? [this.problem] : errors
    return [...new Set(problems.map((each) => translate(each)))].join(" ")
  }

  get status(): number {
    return this.problem.status
  }

  get code(): string {
    return this.problem.code
  }

  /**
   * Returns the sentence about a field of the body, by its JSON pointer, or about a part of the
   * field. If the service can only name ids, `words` gives the screen's own sentence by the code of
   * the error.
   */
  at(pointer: string, words: Readonly<Record<string, string>> = {}): string | undefined {
    const fault = this.problem.errors.find((each) => isWithin(each.pointer, pointer))
    return fault === undefined ? undefined : (words[fault.code] ?? translate(fault))
  }

  /**
   * Returns the sentences about none of the listed fields and their parts, for the head of a form.
   */
  except(pointers: ReadonlyArray<string>): ReadonlyArray<string> {
    const isBeside = ({ pointer }: Fault) => !pointers.some((shown) => isWithin(pointer, shown))
    return [...new Set(this.problem.errors.filter(isBeside).map((each) => translate(each)))]
  }
}

const isWithin = (pointer: string | undefined, field: string): boolean =>
  pointer === field || pointer?.startsWith(`${field}/`) === true

/** There was no response, or the response was not from the service itself. */
export class ConnectionLost extends Error {}

/** No one is signed in, so no request was sent. */
export class SignedOut extends Error {}

/** Another person is signed in than the one whom the page shows, so no request was sent. */
export class OtherPerson extends Error {}

export const isGone = (failure: unknown): boolean =>
  failure instanceof Refusal && failure.status === 401

/** True if the record does not exist, or the person may not see it. */
export const isMissing = (failure: unknown): boolean =>
  failure instanceof Refusal && failure.status === 404

/** True if someone else has changed the record since it was read. */
export const isConflict = (failure: unknown): boolean =>
  failure instanceof Refusal && failure.status === 412

/** Sending another link takes minutes, during which automatic retries would show nothing. */
const longWait = "too_many_sign_in_links"

/** True if a retry in a few seconds can succeed. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof ConnectionLost ||
  (failure instanceof Refusal &&
    (failure.status === 503 || (failure.status === 429 && failure.code !== longWait)))
