import type { Edge } from "../../reference/provisioner.ts"
import { answers } from "./answers.ts"
import type { Choice } from "./choice.ts"
import { withoutExtensions } from "./extensions.ts"
import { headerFields } from "./headers.ts"
import { identifiers } from "./identifiers.ts"
import { requests } from "./requests.ts"

/**
 * Choices that neither the document nor the settlement makes: a check that fails for such a server
 * requires more than its sentence says. The choices are put in front of the product, which alone
 * implements the whole settlement.
 */
export const lawfulOfSettlement: ReadonlyArray<Choice> = [
  ...requests,
  ...answers,
  ...identifiers,
  ...headerFields,
]

/** Combines all of them, or some. */
export const settledEdge = (choices: ReadonlyArray<Choice> = lawfulOfSettlement): Edge =>
  choices.map(({ edge }) => edge).reduce((before, edge) => (next) => edge(before(next)))

export { withoutExtensions }
