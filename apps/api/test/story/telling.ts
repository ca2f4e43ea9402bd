import type { Bookkeeper } from "./bookkeeper.ts"
import type { Books } from "./books.ts"
import type { Json, Story } from "./stage.ts"

/** Context of a chapter. */
interface Telling {
  readonly story: Story
  readonly books: Books
  readonly bookkeeper: Bookkeeper
}

export type Chapter = (telling: Telling) => Promise<void>

/** Returns one field of several records. */
export const each = (field: string, records: ReadonlyArray<Json>): ReadonlyArray<Json> =>
  records.map((record) => record[field])

/** Adds amounts, exact to the cent. */
export const total = (...amounts: ReadonlyArray<number>): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

/** Gives a user a token with the permissions of their role. */
export const equip = async ({ as, call, equip, the, id }: Story, who: string): Promise<void> => {
  const { role_id } = the(who)
  const body = { name: `${who}'s telephone`, role_id, user_id: id(who) }
  const { token, ...rest } = await as("the operator").post("/tokens", body)
  call(`${who}'s token`, rest)
  equip(who, token)
}
