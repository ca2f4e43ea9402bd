import { faultCodes, faultValues } from "./code.ts"
import type { Endpoint } from "./endpoint.ts"
import type { Json } from "./json.ts"
import { type SharedProblem, sharedProblems } from "./problem.ts"
import { type Values, valuesSchema } from "./values.ts"

/**
 * Returns every code of a problem or an error, with the values in its sentences, so that a client
 * can have sentences of its own.
 */
export const problemValues = (endpoints: ReadonlyArray<Endpoint>): Json => {
  const properties = Object.fromEntries(
    [...codesOf(endpoints)].map(([code, { title, sentences }]) => [
      code,
      valuesSchema(`${title}.`, sentences),
    ]),
  )
  return {
    type: "object",
    description:
      "By code, the `values` of a problem or an error. No request or response is such an object.",
    properties,
    required: Object.keys(properties),
  }
}

interface Code {
  readonly title: string
  readonly sentences: ReadonlyArray<Values>
}

const codesOf = (endpoints: ReadonlyArray<Endpoint>): ReadonlyMap<string, Code> => {
  const found = new Map<string, Code>()
  const add = (code: string, title: string, values: Values = {}) => {
    const { sentences, ...known } = found.get(code) ?? { title, sentences: [] }
    found.set(code, { ...known, sentences: [...new Set([...sentences, values])] })
  }
  for (const { code, title, values } of Object.values<SharedProblem>(sharedProblems)) {
    add(code, title, values)
  }
  for (const [code, text] of Object.entries(faultCodes)) {
    add(code, text.replace(/\.$/u, ""), (faultValues as { readonly [code: string]: Values })[code])
  }
  for (const { problems } of endpoints) {
    for (const { codes, title, values } of problems) {
      for (const code of codes) add(code, title, values)
    }
  }
  return found
}
