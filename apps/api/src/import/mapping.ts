import { Result } from "effect"

/** Targets of a column. All others are `custom:<field name>`. */
const targets = [
  "external_id",
  "transaction_type",
  "status",
  "auth_date",
  "cleared_date",
  "merchant_name",
  "amount",
  "currency",
  "fx_amount",
  "gst",
  "user",
  "budget",
  "category",
  "accounting_code",
  "description",
  "receipt_url",
] as const
export type Target = (typeof targets)[number]

/** Source of a value: a column, perhaps with its number negated, or a fixed text. */
export type Source =
  | { readonly column: string; readonly negated: boolean }
  | { readonly constant: string }

export interface Mapping {
  readonly fields: ReadonlyMap<Target, Source>
  /** Custom fields by name, in the given order. */
  readonly customFields: ReadonlyMap<string, Source>
}

const numeric: ReadonlySet<string> = new Set(["amount", "fx_amount", "gst"])
const needed = ["amount", "auth_date", "merchant_name"] as const

/** Returns the parts of `a=b,c="d,e"`. Commas inside double quotes do not separate parts. */
const parts = (text: string): ReadonlyArray<string> =>
  (text.match(/(?:"[^"]*"|[^,"])+/gu) ?? []).map((part) => part.trim())

const unquoted = (text: string): string => text.replace(/^"(.*)"$/u, "$1")

const sourceOf = (target: string, text: string): Result.Result<Source, string> => {
  const bare = unquoted(text)
  if (bare.startsWith("=")) return Result.succeed({ constant: unquoted(bare.slice(1)) })
  if (bare.startsWith("literal:")) {
    return Result.succeed({ constant: unquoted(bare.slice("literal:".length)) })
  }
  if (text === "") return Result.fail(`${target} has no column. Use ${target}=<column>.`)
  if (!text.startsWith("-")) return Result.succeed({ column: bare, negated: false })
  if (!numeric.has(target)) {
    return Result.fail(`Only amount, fx_amount and gst can be negated, not ${target}.`)
  }
  return Result.succeed({ column: unquoted(text.slice(1)), negated: true })
}

/**
 * Parses `target=source` pairs, separated by commas: `amount=-amount,merchant_name=merchant`. A
 * source is a column, `-column` (the number with its sign inverted), or `=text` or `literal:text`.
 * Double quotes protect commas: `merchant_name="Paid to, name"`. Returns all errors.
 */
export const readMapping = (
  texts: ReadonlyArray<string>,
): Result.Result<Mapping, ReadonlyArray<string>> => {
  const faults: Array<string> = []
  const fields = new Map<Target, Source>()
  const customFields = new Map<string, Source>()
  for (const part of texts.flatMap(parts)) {
    const [, target, rest] = /^([^=]*)=(.*)$/u.exec(part) ?? []
    if (target === undefined || rest === undefined) {
      faults.push(`"${part}" is no pair: write target=column.`)
      continue
    }
    const name = unquoted(target.trim())
    const source = sourceOf(name, rest.trim())
    const custom = /^custom:(.+)$/u.exec(name)?.[1]
    if (Result.isFailure(source)) faults.push(source.failure)
    else if (custom !== undefined) customFields.set(custom, source.success)
    else if (!isTarget(name)) faults.push(`There is no target "${name}": ${allowed}.`)
    else if (fields.has(name)) faults.push(`${name} is mapped twice.`)
    else fields.set(name, source.success)
  }
  for (const target of needed) {
    if (!fields.has(target)) faults.push(`${target} is not mapped: add ${target}=<column>.`)
  }
  return faults.length === 0 ? Result.succeed({ fields, customFields }) : Result.fail(faults)
}

const isTarget = (name: string): name is Target => (targets as ReadonlyArray<string>).includes(name)

const allowed = `there are ${targets.join(", ")} and custom:<field name>`

/** Returns the columns that a mapping needs. */
export const columnsOf = ({ fields, customFields }: Mapping): ReadonlyArray<string> =>
  [...fields.values(), ...customFields.values()].flatMap((source) =>
    "column" in source ? [source.column] : [],
  )
