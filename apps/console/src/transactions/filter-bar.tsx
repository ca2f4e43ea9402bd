import { Button } from "@mantine/core"
import { useMediaQuery } from "@mantine/hooks"
import { IconFilter, IconFilterOff } from "@tabler/icons-react"
import { memo, useState } from "react"
import { useTexts } from "../texts/languages.ts"
import { FieldFilter } from "./field-filter.tsx"
import { FilterChips } from "./filter-chips.tsx"
import { Choices, Days, RareChoices, SortChoice } from "./filter-fields.tsx"
import { FilterSheet } from "./filter-sheet.tsx"
import { type FilterGiven, filterCount } from "./filters.ts"
import { AmountFields, SearchField } from "./typed-filters.tsx"

/** Filters that are hidden until requested or set. */
const rare = ["status", "type", "field", "least", "most"] as const

interface Given extends FilterGiven {
  /** Number of matching transactions; undefined while loading. */
  readonly count: number | undefined
}

/**
 * Filters of the list; every choice is stored in the address. Memoised, so that selecting a row
 * does not render its ten fields again.
 */
export const FilterBar = memo(({ filters, change, count }: Given) => {
  const { transactions } = useTexts()
  const isNarrow = useMediaQuery("(max-width: 640px)", undefined, {
    getInitialValueInEffect: false,
  })
  const [isOpen, open] = useState(() => rare.some((name) => name in filters))
  return (
    <section
      className="filters"
      aria-label={transactions.filters}
      data-open={isOpen}
      data-narrow={isNarrow}
    >
      <SearchField filters={filters} change={change} />
      {isNarrow ? (
        <>
          <FilterSheet filters={filters} change={change} count={count} />
          <FilterChips filters={filters} change={change} />
        </>
      ) : (
        <WideFilters filters={filters} change={change} isOpen={isOpen} open={open} />
      )}
    </section>
  )
})

interface WideGiven extends FilterGiven {
  readonly isOpen: boolean
  readonly open: (isOpen: boolean) => void
}

const WideFilters = ({ filters, change, isOpen, open }: WideGiven) => {
  const { transactions } = useTexts()
  const clear = () =>
    change({
      ...Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])),
      sort: filters.sort,
    })
  const hidden = isOpen ? 0 : rare.filter((name) => name in filters).length
  return (
    <>
      <Choices filters={filters} change={change} />
      <Days filters={filters} change={change} />
      <Button
        variant="default"
        leftSection={<IconFilter size={16} />}
        aria-expanded={isOpen}
        onClick={() => open(!isOpen)}
      >
        {transactions.moreFilters}
        {hidden === 0 ? null : <span className="filter-count">{transactions.active(hidden)}</span>}
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
    </>
  )
}
