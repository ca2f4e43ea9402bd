import { IconX } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import { useFormat } from "../core/format.ts"
import { useTexts } from "../texts/languages.ts"
import { chipsOf } from "./chips.ts"
import type { FilterGiven } from "./filters.ts"
import { useBudgets, usePeople } from "./long-choices.tsx"

/** Focuses another chip before this one is removed, or the button that opens the filters. */
const leave = (chip: HTMLElement): void => {
  const item = chip.closest("li")
  const other = item?.nextElementSibling ?? item?.previousElementSibling
  const next =
    other?.querySelector("button") ?? chip.closest("section")?.querySelector(".filter-opener")
  if (next instanceof HTMLElement) next.focus()
}

/** Active filters on a phone, which shows their fields only in a sheet. Each can be removed. */
export const FilterChips = ({ filters, change }: FilterGiven) => {
  const texts = useTexts()
  const { transactions } = texts
  const format = useFormat()
  const { budgets } = useBudgets(filters.budget, false)
  const { people } = usePeople(filters.person, false)
  const isNamed = filters.category !== undefined && filters.category !== "none"
  const categories = useQuery({ ...ask.categories, enabled: isNamed }).data ?? []
  const chips = chipsOf(filters, texts, format, {
    budget: budgets.find(({ id }) => id === filters.budget)?.name,
    category: categories.find(({ id }) => id === filters.category)?.name,
    person: people.find(({ id }) => String(id) === filters.person)?.name,
  })
  if (chips.length === 0) return null
  return (
    <ul className="chips" aria-label={transactions.activeFilters}>
      {chips.map(({ name, text }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={transactions.removeFilter(text)}
            onClick={(event) => {
              leave(event.currentTarget)
              change({ [name]: undefined })
            }}
          >
            <span>
              {text}
              <IconX size={14} aria-hidden />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
