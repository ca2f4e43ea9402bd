import { Effect, type Option } from "effect"
import { commandFailed } from "../failure.ts"
import { withDatabase } from "../layers.ts"
import { count, facts, print, withProgress } from "../terminal.ts"
import { type Demo, makeDemo } from "./make.ts"

/** `outlay demo` */
export const demo = (input: {
  readonly name: string
  readonly seed: number
  readonly months: number
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}) =>
  Effect.gen(function* () {
    if (input.months < 1 || input.months > 60) {
      return yield* commandFailed(`--months must be 1 to 60; ${input.months} is not.`)
    }
    const made = yield* withProgress((progress) => makeDemo(input, progress))
    yield* print(input.json, made, textOf(made))
  }).pipe(withDatabase(input.databaseUrl, "make"))

const textOf = (made: Demo): string =>
  [
    facts([
      ["client_id", made.client_id],
      ["name", made.name],
      ["users", made.users],
      ["budgets", made.budgets],
      ["transactions", count(made.transactions)],
      ["token", made.token],
    ]),
    "Keep the token now: it is not shown again. While the service runs (outlay serve):",
    curlOf("http://127.0.0.1:8080", made),
  ].join("\n\n")

/** Command lines that work. */
export const curlOf = (
  url: string,
  { client_id, token }: Pick<Demo, "client_id" | "token">,
): string =>
  [`/v1/businesses/${client_id}/budgets`, `/v2/businesses/${client_id}/transactions?limit=5`]
    .map((path) => `  curl -H "Authorization: Bearer ${token}" "${url}${path}"`)
    .join("\n")
