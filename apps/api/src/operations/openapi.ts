import { endpoints, openApi } from "@outlay/http-contract"
import { Effect } from "effect"
import { print } from "../terminal.ts"
import { version } from "../version.ts"

/** `outlay openapi` */
export const openapi = Effect.suspend(() => print(true, openApi(endpoints, { version }), ""))
