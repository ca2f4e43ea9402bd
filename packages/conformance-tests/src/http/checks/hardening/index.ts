import type { Check } from "../../check.ts"
import { bodies } from "./bodies.ts"
import { connections } from "./connections.ts"
import { framing } from "./framing.ts"
import { numbers } from "./numbers.ts"
import { queries } from "./queries.ts"
import { requests } from "./requests.ts"
import { texts } from "./texts.ts"

/** Checks of protection against hostile bytes, texts and numbers. */
export const hardening: ReadonlyArray<Check> = [
  ...framing,
  ...requests,
  ...connections,
  ...bodies,
  ...texts,
  ...numbers,
  ...queries,
]
