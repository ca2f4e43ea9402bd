/** Fields of the filters, in a bar or in a sheet. */
import { TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { choicesOf, type FilterGiven, nameOf, sorts, turnedBounds } from "./filters.ts"
import { BudgetPick, PersonPick } from "./long-choices.tsx"
import { named, Pick } from "./pick.tsx"

export const Choices = (props: FilterGiven) => {
  const { transactions } = useTexts()
  const categories = useQuery(ask.categories).data ?? []
  const { expense, receipt } = choicesOf(transactions)
  return (
    <>
      <Pick {...props} name="expense" label={transactions.expense} data={expense} />
      <Pick {...props} name="receipt" label={transactions.receipt} data={receipt} />
      <BudgetPick {...props} />
      <Pick
        {...props}
        name="category"
        label={transactions.category}
        data={[{ value: "none", label: transactions.noCategory }, ...named(categories)]}
      />
      <PersonPick {...props} />
    </>
  )
}

export const RareChoices = (props: FilterGiven) => {
  const { transactions } = useTexts()
  const { status, type } = choicesOf(transactions)
  return (
    <>
      <Pick {...props} isRare name="status" label={transactions.status} data={status} />
      <Pick {...props} isRare name="type" label={transactions.type} data={type} />
    </>
  )
}

/** Sort order on a phone, where the table has no column heads. */
export const SortChoice = ({ filters, change, isLabelled = false }: FilterGiven) => {
  const { transactions } = useTexts()
  return (
    <Select
      className="filter sort-choice"
      {...nameOf(transactions.order, isLabelled)}
      data={sorts.map((value) => ({ value, label: transactions.orders[value] }))}
      value={filters.sort ?? "-auth_date"}
      onChange={(value) =>
        change({ sort: sorts.find((sort) => sort === value && sort !== "-auth_date") })
      }
      allowDeselect={false}
    />
  )
}

export const Days = ({ filters, change, isLabelled = false }: FilterGiven) => {
  const { transactions } = useTexts()
  const isTurned = turnedBounds(filters) === "days"
  const bound = (name: "from" | "to", label: string) => (
    <TextInput
      type="date"
      className="filter-day"
      {...(isLabelled
        ? { label }
        : {
            "aria-label": label,
            leftSection: <span className="bound">{label}</span>,
            leftSectionWidth: 48,
          })}
      value={filters[name] ?? ""}
      max="9999-12-31"
      error={name === "to" && isTurned ? transactions.toBeforeFrom : undefined}
      onChange={(event) => change({ [name]: event.currentTarget.value || undefined })}
    />
  )
  return (
    <>
      {bound("from", transactions.from)}
      {bound("to", transactions.to)}
    </>
  )
}
