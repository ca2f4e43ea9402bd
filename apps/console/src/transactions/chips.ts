/** Texts of active filters. */
import type { Format } from "../core/format.ts"
import type { Texts } from "../texts/english.ts"
import { choicesOf, type Filters } from "./filters.ts"

export interface Chip {
  readonly name: keyof Filters
  readonly text: string
}

/** Names of the records of the filters; undefined while loading, or if there is no such record. */
export interface ChosenNames {
  readonly budget: string | undefined
  readonly category: string | undefined
  readonly person: string | undefined
}

/** Returns the active filters except the search, which its field shows, in the order of fields. */
export const chipsOf = (
  filters: Filters,
  { transactions }: Pick<Texts, "transactions">,
  format: Pick<Format, "day" | "money">,
  names: ChosenNames,
): ReadonlyArray<Chip> => {
  const choices = choicesOf(transactions)
  const chosen = (name: keyof typeof choices) =>
    choices[name].find(({ value }) => value === filters[name])?.label
  const field = (label: string, value: string | undefined) =>
    value === undefined ? label : `${label}: ${value}`
  const texts: { readonly [name in keyof Filters]: () => string } = {
    expense: () => field(transactions.expense, chosen("expense")),
    receipt: () => chosen("receipt") ?? transactions.receipt,
    budget: () => field(transactions.budget, names.budget),
    category: () =>
      filters.category === "none"
        ? transactions.noCategory
        : field(transactions.category, names.category),
    person: () => field(transactions.person, names.person),
    from: () => `${transactions.from} ${format.day(filters.from ?? "")}`,
    to: () => `${transactions.to} ${format.day(filters.to ?? "")}`,
    status: () => field(transactions.status, chosen("status")),
    type: () => field(transactions.type, chosen("type")),
    field: () => (filters.field ?? "").replace(":", ": "),
    least: () => `${transactions.least} ${format.money(Number(filters.least))}`,
    most: () => `${transactions.most} ${format.money(Number(filters.most))}`,
  }
  return Object.entries(texts).flatMap(([key, text]) => {
    const name = key as keyof Filters
    return filters[name] === undefined ? [] : [{ name, text: text() }]
  })
}
