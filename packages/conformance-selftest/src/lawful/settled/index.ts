import type { Edge } from "../../reference/provisioner.ts"
import { answers } from "./answers.ts"
import type { Choice } from "./choice.ts"
import { withoutExtensions } from "./extensions.ts"
import { headerFields } from "./headers.ts"
import { identifiers } from "./identifiers.ts"
import { requests } from "./requests.ts"

/**
 * Choices that neither the document nor the settlement makes: a check of it that fails before such
 * a server asks for more than its sentence says. They stand before the product, which alone has all
 * that was settled.
 */
export const lawfulOfSettlement: ReadonlyArray<Choice> = [
  ...requests,
  ...answers,
  ...identifiers,
  ...headerFields,
]

/** All of them at once, or some. */
export const settledEdge = (choices: ReadonlyArray<Choice> = lawfulOfSettlement): Edge =>
  choices.map(({ edge }) => edge).reduce((before, edge) => (next) => edge(before(next)))

export { withoutExtensions }
