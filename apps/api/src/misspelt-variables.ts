import { distanceOf } from "@outlay/http-contract"
import { serving } from "./config.ts"
import type { Given } from "./setting-form.ts"
import { listening } from "./webhooks/listener-settings.ts"

const prefix = "OUTLAY_"

/** More letters than these make another name: Kubernetes has some for a service called outlay. */
const maxLettersOff = 2

const known: ReadonlyArray<string> = [...Object.values(serving), ...Object.values(listening)].map(
  ({ variable }) => variable,
)

const nameOf = (variable: string) => variable.slice(prefix.length)

/**
 * A sentence for each variable that has an effect nowhere, and nearly the name of one that has:
 * without its backups, or its operator, a service starts as well.
 */
export const misspeltVariables = (variables: Given): ReadonlyArray<string> =>
  Object.keys(variables)
    .filter((variable) => variable.startsWith(prefix) && !known.includes(variable))
    .flatMap((variable) => {
      const name = nameOf(variable)
      const distance = (other: string) => distanceOf(name, nameOf(other), maxLettersOff)
      const [meant] = known.toSorted((one, other) => distance(one) - distance(other))
      return meant === undefined || distance(meant) > maxLettersOff
        ? []
        : [`The variable ${variable} has no effect. Did you mean ${meant}?`]
    })
