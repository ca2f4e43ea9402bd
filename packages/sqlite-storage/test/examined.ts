import { examine } from "@outlay/domain"
import { Effect } from "effect"

/**
 * What no row says while time stands still, as it does in scripts and stories: which of two things
 * of the same millisecond was first, and so to which day or membership the other one belongs.
 */
const ofTime: ReadonlySet<string> = new Set([
  "it counts on another day",
  "it belongs to another membership",
])

/** What verification finds in the books of a business. */
export const examined = (client_id: number) =>
  Effect.map(examine(client_id), ({ differences, rows, walk, unreadable }) => ({
    differences,
    wrong: rows.first.filter(({ what }) => !ofTime.has(what)),
    altered: walk?.faults.first,
    unreadable,
  }))

export const nothingFound = { differences: [], wrong: [], altered: [], unreadable: [] }
