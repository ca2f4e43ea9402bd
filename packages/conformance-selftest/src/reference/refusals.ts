/** A refusal: the status, and a sentence for the caller. */
export class Refused extends Error {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  constructor(status: number, message: string, headers: Refused["headers"] = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** The request cannot be parsed. */
export const unreadable = (why: string) => new Refused(400, why)
/** The request is valid but violates a rule. */
export const against = (why: string) => new Refused(409, why)
/** A value that no rule allows. */
export const unfit = (why: string) => new Refused(422, why)
export const missing = (what: string) => new Refused(404, `There is no such ${what}.`)

/** Returns the value; throws a 404 refusal if there is none. */
export const found = <A>(thing: A | undefined, what: string): A => {
  if (thing === undefined) throw missing(what)
  return thing
}
