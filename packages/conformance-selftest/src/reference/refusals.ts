/** Why something is not done: the status, and a sentence for whoever asked. */
export class Refused extends Error {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  constructor(status: number, message: string, headers: Refused["headers"] = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** What was asked for cannot be read. */
export const unreadable = (why: string) => new Refused(400, why)
/** What was asked for is understood, and is against a rule. */
export const against = (why: string) => new Refused(409, why)
/** A value that no rule allows. */
export const unfit = (why: string) => new Refused(422, why)
export const missing = (what: string) => new Refused(404, `There is no such ${what}.`)

/** The thing, or the refusal that says that there is none. */
export const found = <A>(thing: A | undefined, what: string): A => {
  if (thing === undefined) throw missing(what)
  return thing
}
