import { Button } from "@mantine/core"
import { IconFilter } from "@tabler/icons-react"
import { useState } from "react"
import { useFormat } from "../core/format.ts"
import { Drawer } from "../parts/panel.tsx"
import { useTexts } from "../texts/languages.ts"
import { FieldFilter } from "./field-filter.tsx"
import { Choices, Days, RareChoices, SortChoice } from "./filter-fields.tsx"
import { type FilterGiven, filterCount } from "./filters.ts"
import { AmountFields } from "./typed-filters.tsx"
import "./filter-sheet.css"

interface Given extends FilterGiven {
  /** Number of matching transactions; undefined while loading. */
  readonly count: number | undefined
}

/** Button on a phone that opens all filters except the search, and the sheet that it opens. */
export const FilterSheet = ({ filters, change, count }: Given) => {
  const { transactions } = useTexts()
  const [isOpen, open] = useState(false)
  const [clearings, setClearings] = useState(0)
  const { search, sort: _, page: __, ...chosen } = filters
  const active = filterCount(chosen)
  const close = () => {
    // Fields take over what was typed when they lose the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    open(false)
  }
  const clear = () => {
    change(Object.fromEntries(Object.keys(chosen).map((name) => [name, undefined])))
    setClearings(clearings + 1)
  }
  const fieldProps = { filters, change, isLabelled: true }
  return (
    <>
      <Button
        className="filter-opener"
        variant="default"
        leftSection={<IconFilter size={16} />}
        aria-haspopup="dialog"
        onClick={() => open(true)}
      >
        {transactions.filters}
        {active === 0 ? null : <span className="filter-count">{transactions.active(active)}</span>}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        title={transactions.filters}
        overlayProps={{ backgroundOpacity: 0.25 }}
        classNames={{ content: "sheet filter-sheet", body: "sheet-body", header: "sheet-header" }}
        transitionProps={{ duration: 140 }}
      >
        {/* Cleared fields begin again, so that invalid amounts disappear, too. */}
        <div key={clearings} className="filter-fields">
          <Choices {...fieldProps} />
          <Days {...fieldProps} />
          <RareChoices {...fieldProps} />
          <FieldFilter {...fieldProps} />
          <AmountFields {...fieldProps} />
          <SortChoice {...fieldProps} />
        </div>
        <div className="save-bar">
          <Button
            variant="default"
            aria-disabled={active === 0}
            data-disabled={active === 0 || undefined}
            onClick={clear}
          >
            {transactions.clearAll}
          </Button>
          <ShowButton count={count} close={close} />
        </div>
      </Drawer>
    </>
  )
}

const ShowButton = (props: { readonly count: number | undefined; readonly close: () => void }) => {
  const { count, close } = props
  const { transactions } = useTexts()
  const format = useFormat()
  return (
    <Button onClick={close}>
      {count === undefined
        ? transactions.showResults
        : transactions.show(format.count(count), count === 1)}
    </Button>
  )
}
