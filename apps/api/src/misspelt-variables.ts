import { distanceOf } from "@outlay/http-contract"
import { serving } from "./config.ts"
import type { Given } from "./setting-form.ts"
import { listening } from "./webhooks/listener-settings.ts"

const prefix = "OUTLAY_"

/** Maximum edit distance. Kubernetes sets other variables for a service called outlay. */
const maxLettersOff = 2

const known: ReadonlyArray<string> = [...Object.values(serving), ...Object.values(listening)].map(
  ({ variable }) => variable,
)

const nameOf = (variable: string) => variable.slice(prefix.length)

/**
 * Returns a sentence for each variable that has no effect but is nearly the name of a setting.
 * Without the warning, a service would start without its backups or its operator.
 */
export const misspeltVariables = (variables: Given): ReadonlyArray<string> =>
  Object.keys(variables)
    .filter((variable) => variable.startsWith(prefix) && !known.includes(variable))
    .flatMap((variable) => {
      const name = nameOf(variable)
      const distance = (other: string) => distanceOf(name, nameOf(other), maxLettersOff)
      const [suggestion] = known.toSorted((one, other) => distance(one) - distance(other))
      return suggestion === undefined || distance(suggestion) > maxLettersOff
        ? []
        : [`The variable ${variable} has no effect. Did you mean ${suggestion}?`]
    })
