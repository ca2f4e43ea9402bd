import type { EventHead } from "@outlay/domain/fields"
import { format, timestamp } from "@outlay/domain/rules"
import { Clock, Effect, type Option } from "effect"
import { databaseFile, receiptsPlace } from "../commands/flags.ts"
import { nameOf } from "../database-url.ts"
import { failedAs } from "../failure.ts"
import { prepareFile } from "../layers.ts"
import { noteOutcome } from "../status.ts"
import { reportingStop } from "../stop.ts"
import { count, counted, print, table, withProgress } from "../terminal.ts"
import { inspect, type Summary, type Unexplained } from "./inspection.ts"

/** `outlay verify` */
export const verify = (input: {
  readonly databaseUrl: Option.Option<string>
  readonly receiptsUrl: Option.Option<string>
  readonly head: ReadonlyArray<string>
  readonly json: boolean
}) =>
  Effect.gen(function* () {
    const file = yield* databaseFile(input.databaseUrl)
    const place = yield* receiptsPlace(input.receiptsUrl)
    const noted = yield* Effect.forEach(input.head, headOf)
    yield* prepareFile(file, "read")
    const summary = yield* withProgress(({ show }) =>
      inspect(file, { noted, show, receipts: place }),
    )
    const at = timestamp(yield* Clock.currentTimeMillis)
    yield* noteOutcome(file, (status) => ({
      ...status,
      verify: { at, succeeded: summary.verified },
    }))
    yield* print(input.json, summary, textOf(summary))
    yield* checkSummary(file, summary)
  }).pipe(reportingStop(() => "There is no result yet, and nothing was changed. Run it again."))

const incomplete = (outage: string) => `the check is incomplete: ${outage}`

/** Fails if something differs, or if something could not be read. */
const checkSummary = (file: string, { differing, unread, outage }: Summary) => {
  if (outage !== null && differing === 0) {
    return failedAs(
      "unavailable",
      `${nameOf(file)}: ${incomplete(outage)}. Nothing that was read differs. Run it again.`,
    )
  }
  if (differing > 0) {
    const things = differing === 1 ? "1 item does" : `${count(differing)} items do`
    return failedAs("differs", `${nameOf(file)}: ${things} not match the ledger and the events.`)
  }
  const [first] = unread
  if (first === undefined) return Effect.void
  const files = counted(
    unread.reduce((sum, each) => sum + each.files, 0),
    "receipt file",
    "receipt files",
  )
  return failedAs(
    "unavailable",
    `${nameOf(file)}: ${files} cannot be checked: ${first.reason}. Everything else matches the ledger and the events.`,
  )
}

/** Parses a chain head as printed by `verify` and returned by `GET /events`. */
const headOf = (text: string) =>
  Effect.suspend(() => {
    const [, sequence = "", hash = ""] = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/u.exec(text) ?? []
    const head: EventHead = { sequence: Number(sequence), hash }
    return hash === ""
      ? Effect.fail(
          failedAs(
            "usage",
            `"${text}" is not a valid head. Use SEQUENCE:HASH, as printed by outlay verify.`,
          ),
        )
      : Effect.succeed(head)
  })

const textOf = (summary: Summary): string => {
  const { faults, differences, unexplained, first_unexplained, unread, outage } = summary
  const scope = [
    counted(summary.businesses, "business", "businesses"),
    counted(summary.entries, "ledger entry", "ledger entries"),
    counted(summary.transactions, "transaction", "transactions"),
    counted(summary.events, "event", "events"),
    counted(summary.receipts, "receipt", "receipts"),
  ].join(", ")
  const heads = summary.heads.map(
    ({ client_id, sequence, hash }) => `head of business ${client_id}: ${sequence}:${hash}`,
  )
  if (summary.verified) {
    const summaryLine =
      `${scope}: ${summary.checks} checks each, every amount matches the ledger, ` +
      `and every record matches its events`
    return [summaryLine, ...heads].join("\n")
  }
  const rest = unexplained - first_unexplained.length
  return [
    scope,
    ...faults,
    ...unread.map(unreadText),
    outage === null ? "" : incomplete(outage),
    table(
      ["client_id", "check", "of", "expected", "found", "difference"],
      differences.map((each) => [
        each.client_id,
        each.check,
        each.of,
        amountOf(each.expected, each.currency),
        amountOf(each.found, each.currency),
        amountOf(each.found - each.expected, each.currency),
      ]),
    ),
    table(["client_id", "resource", "id", "field", "what", "expected", "found"], rowsOf(summary)),
    rest > 0 ? `and ${count(rest)} more that no event explains` : "",
  ]
    .filter((line) => line !== "")
    .join("\n")
}

const unreadText = ({ client_id, files, id, reason }: Summary["unread"][number]): string => {
  const which = files === 1 ? `the file of receipt ${id}` : `${count(files)} receipt files`
  const first = files === 1 ? "" : `, the first of receipt ${id}`
  return `business ${client_id}: ${which} cannot be read${first}: ${reason}`
}

const rowsOf = ({ first_unexplained }: Summary) =>
  first_unexplained.map(
    ({ client_id, resource, id, field, what, expected, found }: Unexplained) => [
      ...[client_id, resource, id, field, what],
      ...(field === null ? [null, null] : [shown(expected), shown(found)]),
    ],
  )

/** Shortens a value so that its line stays readable. */
const shown = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

const amountOf = (amount: number, currency: string | null): string =>
  currency === null ? String(amount) : format(amount, currency)
