import type { Business } from "../core/records/businesses.ts"
import type { Tables } from "./tables.ts"

/**
 * Returns the business of a command. The caller has checked that it exists.
 * @throws Error if it does not exist.
 */
export const businessOf = ({ businesses }: Tables, client_id: number): Business => {
  const business = businesses.find(client_id)
  if (business === null) throw new Error(`There is no business ${client_id}`)
  return business
}
