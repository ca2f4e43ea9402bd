import { endOfDay, isDate, parseTimestamp, timestamp } from "@outlay/domain/rules"
import { Clock, Effect, Option } from "effect"
import { databaseFile, receiptsPlace } from "../commands/flags.ts"
import { failedAs } from "../failure.ts"
import { onFile } from "../layers.ts"
import { count, facts, print, withProgress } from "../terminal.ts"
import { type Demo, makeDemo } from "./make.ts"

const earliest = "2000-01-01"

/**
 * Returns the end of the demo: the end of the given day, or the given instant. It must not be in
 * the future. Defaults to now.
 */
export const endOf = (given: Option.Option<string>, now: string) => {
  if (Option.isNone(given)) return Effect.succeed(now)
  const text = given.value
  const end = isDate(text) ? endOfDay(text) : parseTimestamp(text)
  if (end === null || end < earliest) {
    return Effect.fail(
      failedAs(
        "usage",
        `--until must be a day, such as 2026-06-17 (until its end in UTC), or an RFC 3339 ` +
          `date-time, such as 2026-06-17T05:00:00Z, not before ${earliest}. It is "${text}".`,
      ),
    )
  }
  if (isDate(text) && text === now.slice(0, 10)) return Effect.succeed(now)
  if (end <= now) return Effect.succeed(end)
  return Effect.fail(failedAs("usage", `--until must not be in the future: ${text}.`))
}

/** `outlay demo` */
export const demo = (input: {
  readonly name: string
  readonly seed: number
  readonly months: number
  readonly until: Option.Option<string>
  readonly databaseUrl: Option.Option<string>
  readonly receiptsUrl: Option.Option<string>
  readonly json: boolean
}) =>
  Effect.gen(function* () {
    if (input.months < 1 || input.months > 60) {
      return yield* failedAs("usage", `--months must be 1 to 60, not ${input.months}.`)
    }
    const now = timestamp(yield* Clock.currentTimeMillis)
    const options = { ...input, until: yield* endOf(input.until, now) }
    const file = yield* databaseFile(input.databaseUrl)
    const receipts = yield* receiptsPlace(input.receiptsUrl)
    const made = yield* withProgress((progress) => makeDemo(options, progress)).pipe(
      onFile(file, "make", { receipts }),
    )
    yield* print(input.json, made, textOf(made))
  })

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
    "Save the token now: it is not shown again. While the service runs (outlay serve):",
    curlOf("http://127.0.0.1:8080", made),
  ].join("\n\n")

/** Returns curl commands that work with the demo business. */
export const curlOf = (
  url: string,
  { client_id, token }: Pick<Demo, "client_id" | "token">,
): string =>
  [`/v1/businesses/${client_id}/budgets`, `/v2/businesses/${client_id}/transactions?limit=5`]
    .map((path) => `  curl -H "Authorization: Bearer ${token}" "${url}${path}"`)
    .join("\n")
