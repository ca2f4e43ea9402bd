import { isDate } from "@outlay/domain/rules"
import { Effect, Option, Result } from "effect"
import { failedFor } from "../failure.ts"
import { type GstRule, readGst } from "./gst.ts"
import { type Mapping, readMapping } from "./mapping.ts"

/** Flags of `outlay import`. */
export interface ImportInput {
  readonly file: string
  readonly business: number
  readonly format: Option.Option<"csv" | "ndjson">
  readonly map: ReadonlyArray<string>
  readonly gst: Option.Option<string>
  readonly create: Option.Option<string>
  readonly userName: string
  readonly emailDomain: Option.Option<string>
  readonly refused: Option.Option<string>
  readonly bookLateOn: Option.Option<string>
  readonly dryRun: boolean
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}

/** Options that result from the flags. */
export interface ImportOptions {
  /** Null for NDJSON, which needs no mapping. */
  readonly mapping: Mapping | null
  readonly gst: GstRule | null
  readonly createUsers: boolean
  readonly createBudgets: boolean
  readonly createCategories: boolean
  readonly createFields: boolean
  readonly userName: string
  readonly emailDomain: string | null
  /** UTC day on which lines of locked days are booked; undefined refuses them. */
  readonly bookLateOn: string | undefined
}

const formatOf = ({ file, format }: ImportInput): "csv" | "ndjson" | null => {
  if (Option.isSome(format)) return format.value
  const name = file.toLowerCase().replace(/\.gz$/u, "")
  if (name.endsWith(".csv")) return "csv"
  return name.endsWith(".ndjson") || name.endsWith(".jsonl") ? "ndjson" : null
}

/** Reads the flags; fails with all errors at once. */
export const readOptions = (input: ImportInput) =>
  Effect.suspend(() => {
    const faults: Array<string> = []
    const take = <A>(read: Result.Result<A, string | ReadonlyArray<string>>): A | null => {
      if (Result.isSuccess(read)) return read.success
      faults.push(...[read.failure].flat())
      return null
    }
    const format = formatOf(input)
    if (format === null)
      faults.push("--format is required, because the file name ends in neither .csv nor .ndjson.")
    if (format === "ndjson" && input.map.length > 0)
      faults.push("--map is only for CSV: NDJSON rows already have field names.")
    const mapping = format === "csv" ? take(readMapping(input.map)) : null
    const gst = Option.isSome(input.gst) ? take(readGst(input.gst.value)) : null
    if (gst !== null && mapping?.fields.has("gst") === true) {
      faults.push(
        "--gst computes the tax, and gst= in --map reads it from a column: use only one of them.",
      )
    }
    const create = createOf(
      Option.getOrElse(input.create, () => ""),
      faults,
    )
    if (mapping?.fields.has("accounting_code") === true && !create.createCategories) {
      faults.push("accounting_code= in --map requires --create categories.")
    }
    const emailDomain = Option.getOrNull(input.emailDomain)
    if (emailDomain !== null && !/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(emailDomain)) {
      faults.push(`--email-domain must be a domain such as example.com; "${emailDomain}" is not.`)
    }
    const bookLateOn = Option.getOrUndefined(input.bookLateOn)
    if (bookLateOn !== undefined && !isDate(bookLateOn)) {
      faults.push(`--book-late-on must be a date such as 2026-11-01; "${bookLateOn}" is not.`)
    }
    if (!input.userName.includes("{}")) faults.push('--user-name must contain {}, as in "Card {}".')
    const failed = failedFor(faults)
    return failed === null
      ? Effect.succeed<ImportOptions>({
          mapping,
          gst,
          ...create,
          userName: input.userName,
          emailDomain,
          bookLateOn,
        })
      : Effect.fail(failed)
  })

/** Kinds of missing records that `--create` can create. */
const creatable = ["budgets", "users", "categories", "fields"]

const createOf = (text: string, faults: Array<string>) => {
  const kinds = text.split(",").flatMap((kind) => (kind.trim() === "" ? [] : [kind.trim()]))
  for (const kind of kinds) {
    if (!creatable.includes(kind)) {
      faults.push(`--create makes ${creatable.join(", ")}, and no "${kind}".`)
    }
  }
  return {
    createUsers: kinds.includes("users"),
    createBudgets: kinds.includes("budgets"),
    createCategories: kinds.includes("categories"),
    createFields: kinds.includes("fields"),
  }
}
