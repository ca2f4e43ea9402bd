import { Effect } from "effect"
import { print } from "../terminal.ts"

/** `outlay openapi` */
export const openapi = Effect.flatMap(Effect.succeed({}), (document) => print(true, document, ""))
