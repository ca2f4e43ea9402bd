import type { Business } from "../core/records/businesses.ts"
import type { Tables } from "./tables.ts"

/**
 * The business of a command, which whoever lets the command in has seen.
 *
 * @throws Error when there is none.
 */
export const businessOf = ({ businesses }: Tables, client_id: number): Business => {
  const business = businesses.find(client_id)
  if (business === null) throw new Error(`There is no business ${client_id}`)
  return business
}
