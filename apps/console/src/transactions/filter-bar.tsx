import { Button, Select, TextInput } from "@mantine/core"
import { IconFilter, IconFilterOff } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import { useMe } from "../app/business.ts"
import { may } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"
import { type FilterGiven, type Filters, filterCount, statuses, types } from "./filters.ts"
import { AmountFields, SearchField } from "./typed-filters.tsx"

interface Choice {
  readonly value: string
  readonly label: string
}

/** What the list shows: every choice is a part of the address. */
export const FilterBar = ({ filters, change }: FilterGiven) => {
  const { transactions } = useTexts()
  const clear = () =>
    change(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])))
  const [isOpen, open] = useState(false)
  return (
    <section className="filters" aria-label={transactions.filters} data-open={isOpen}>
      <SearchField filters={filters} change={change} />
      <Button
        className="filter-toggle"
        variant="default"
        leftSection={<IconFilter size={16} />}
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        {transactions.filters}
      </Button>
      <Choices filters={filters} change={change} />
      <Days filters={filters} change={change} />
      <AmountFields filters={filters} change={change} />
      {filterCount(filters) === 0 ? null : (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconFilterOff size={16} />}
          onClick={clear}
        >
          {transactions.clear}
        </Button>
      )}
    </section>
  )
}

const Choices = ({ filters, change }: FilterGiven) => {
  const { transactions } = useTexts()
  const people = usePeople()
  const budgets = useQuery(ask.budgets).data ?? []
  const pick = (name: keyof Filters, label: string, data: ReadonlyArray<Choice>) => (
    <Select
      key={name}
      aria-label={label}
      placeholder={label}
      data={[...data]}
      value={filters[name] ?? null}
      onChange={(value) => change({ [name]: value ?? undefined })}
      clearable
      searchable={data.length > 8}
      comboboxProps={{ width: "max-content", position: "bottom-start" }}
      className="filter"
    />
  )
  return (
    <>
      {pick(
        "status",
        transactions.status,
        statuses.map((value) => ({ value, label: transactions[value] })),
      )}
      {pick("expense", transactions.expense, [
        { value: "incomplete", label: transactions.incomplete },
        { value: "complete", label: transactions.complete },
      ])}
      {pick("receipt", transactions.receipt, [
        { value: "no", label: transactions.noReceipt },
        { value: "yes", label: transactions.hasReceipt },
      ])}
      {pick(
        "budget",
        transactions.budget,
        budgets.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {people.length < 2 ? null : pick("person", transactions.person, people)}
      {pick("type", transactions.type, [
        { value: "spending", label: transactions.allSpending },
        ...types.map((value) => ({ value, label: transactions.types[value] ?? value })),
      ])}
    </>
  )
}

/** Those whose spending one may see. */
const usePeople = (): ReadonlyArray<Choice> => {
  const me = useMe()
  const seesAll = may(me, "transactions", "read") && may(me, "users", "read")
  const users = useQuery({ ...ask.users, enabled: seesAll })
  const own = me.user === null ? [] : [me.user, ...me.assists]
  return (seesAll ? (users.data ?? []) : own).map(({ id, name }) => ({
    value: String(id),
    label: name,
  }))
}

const Days = ({ filters, change }: FilterGiven) => {
  const { transactions } = useTexts()
  const bound = (name: "from" | "to", label: string) => (
    <TextInput
      type="date"
      className="filter-day"
      aria-label={label}
      leftSection={<span className="bound">{label}</span>}
      leftSectionWidth={48}
      value={filters[name] ?? ""}
      max="9999-12-31"
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
