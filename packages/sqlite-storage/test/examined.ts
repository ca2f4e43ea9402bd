import { examine } from "@outlay/domain/rules"
import { Effect } from "effect"

/** Findings of verification in the books of a business. */
export const examined = (client_id: number) =>
  Effect.map(examine(client_id), ({ differences, rows, walk, replay, unreadable }) => ({
    differences,
    wrong: rows.first,
    altered: walk?.faults.first,
    unexplained: replay?.unexplained.first,
    unreadable,
  }))

export const nothingFound = {
  differences: [],
  wrong: [],
  altered: [],
  unexplained: [],
  unreadable: [],
}
