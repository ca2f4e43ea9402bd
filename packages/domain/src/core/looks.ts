import { all, known, type Question } from "./questions.ts"
import type { User } from "./records/users.ts"

/** What the looks of several resources share. */

export const byCreated = [["created", "ascending"]] as const
export const newestFirst = [["created", "descending"]] as const
export const byName = [["name", "ascending"]] as const

/** The roles of the business, in the order in which they are listed. */
export const rolesOfBusiness = all("roles", {}, byCreated)

const nobody: ReadonlyArray<User> = []

/** The users of these ids, in any order; null and what there is not are left out. */
export const users = (
  ids: ReadonlyArray<number | null | undefined>,
): Question<ReadonlyArray<User>> => {
  const asked = [...new Set(ids.filter((id) => typeof id === "number"))]
  return asked.length === 0 ? known(nobody) : all("users", { id: { in: asked } })
}

/** The business that is looked at: whoever asks has a token of it, so it is there. */
export const present = <A>(business: A | null): A => {
  if (business === null) throw new Error("The business is not there")
  return business
}
