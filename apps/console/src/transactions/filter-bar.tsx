import { Button, TextInput } from "@mantine/core"
import { IconFilter, IconFilterOff } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { memo, useState } from "react"
import * as ask from "../api/queries.ts"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { FieldFilter } from "./field-filter.tsx"
import { type FilterGiven, filterCount, sorts, statuses, turnedBounds, types } from "./filters.ts"
import { BudgetPick, PersonPick } from "./long-choices.tsx"
import { named, Pick } from "./pick.tsx"
import { AmountFields, SearchField } from "./typed-filters.tsx"

/** Filters that are hidden until requested or set. */
const rare = ["status", "type", "field", "least", "most"] as const

const isWide = (): boolean => matchMedia("(min-width: 641px)").matches

/**
 * Filters of the list; every choice is stored in the address. Memoised, so that selecting a row
 * does not render its ten fields again.
 */
export const FilterBar = memo(({ filters, change }: FilterGiven) => {
  const { transactions } = useTexts()
  const clear = () =>
    change({
      ...Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])),
      sort: filters.sort,
    })
  const [isOpen, open] = useState(() => isWide() && rare.some((name) => name in filters))
  return (
    <section className="filters" aria-label={transactions.filters} data-open={isOpen}>
      <SearchField filters={filters} change={change} />
      <Choices filters={filters} change={change} />
      <Days filters={filters} change={change} />
      <Button
        className="filter-toggle"
        variant="default"
        leftSection={<IconFilter size={16} />}
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        {transactions.moreFilters}
        {isOpen ? null : <Hidden filters={filters} />}
      </Button>
      <RareChoices filters={filters} change={change} />
      <FieldFilter filters={filters} change={change} />
      <AmountFields filters={filters} change={change} />
      <SortChoice filters={filters} change={change} />
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
})

/** Number of active filters that are hidden: a phone hides all except the search. */
const Hidden = ({ filters }: Pick<FilterGiven, "filters">) => {
  const { transactions } = useTexts()
  const { search: _, ...others } = filters
  const counts = [
    ["beyond-phone", rare.filter((name) => name in filters).length],
    ["narrow", filterCount(others)],
  ] as const
  return counts.map(([width, count]) =>
    count === 0 ? null : (
      <span key={width} className={`filter-count ${width}`}>
        {transactions.active(count)}
      </span>
    ),
  )
}

const Choices = (given: FilterGiven) => {
  const { transactions } = useTexts()
  const categories = useQuery(ask.categories).data ?? []
  return (
    <>
      <Pick
        {...given}
        name="expense"
        label={transactions.expense}
        data={[
          { value: "incomplete", label: transactions.incomplete },
          { value: "complete", label: transactions.complete },
        ]}
      />
      <Pick
        {...given}
        name="receipt"
        label={transactions.receipt}
        data={[
          { value: "no", label: transactions.noReceipt },
          { value: "yes", label: transactions.hasReceipt },
        ]}
      />
      <BudgetPick {...given} />
      <Pick
        {...given}
        name="category"
        label={transactions.category}
        data={[{ value: "none", label: transactions.noCategory }, ...named(categories)]}
      />
      <PersonPick {...given} />
    </>
  )
}

const RareChoices = (given: FilterGiven) => {
  const { transactions } = useTexts()
  const known = statuses.map((value) => ({ value, label: transactions[value] }))
  const kinds = types.map((value) => ({ value, label: transactions.types[value] ?? value }))
  return (
    <>
      <Pick {...given} isRare name="status" label={transactions.status} data={known} />
      <Pick
        {...given}
        isRare
        name="type"
        label={transactions.type}
        data={[{ value: "spending", label: transactions.allSpending }, ...kinds]}
      />
    </>
  )
}

/** Sort order on a phone, where the table has no column heads. */
const SortChoice = ({ filters, change }: FilterGiven) => {
  const { transactions } = useTexts()
  return (
    <Select
      className="filter sort-choice"
      aria-label={transactions.order}
      data={sorts.map((value) => ({ value, label: transactions.orders[value] }))}
      value={filters.sort ?? "-auth_date"}
      onChange={(value) =>
        change({ sort: sorts.find((sort) => sort === value && sort !== "-auth_date") })
      }
      allowDeselect={false}
    />
  )
}

const Days = ({ filters, change }: FilterGiven) => {
  const { transactions } = useTexts()
  const isTurned = turnedBounds(filters) === "days"
  const bound = (name: "from" | "to", label: string) => (
    <TextInput
      type="date"
      className="filter-day"
      aria-label={label}
      leftSection={<span className="bound">{label}</span>}
      leftSectionWidth={48}
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
