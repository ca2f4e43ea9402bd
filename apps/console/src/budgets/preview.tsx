import { Button } from "@mantine/core"
import type { Budget } from "../api/records.ts"
import { Trouble } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { Modal } from "../parts/panel.tsx"
import { useTexts } from "../texts/languages.ts"

const fields = [
  "name",
  "available_amount",
  "reset_amount",
  "reset_period",
  "current_period_start",
  "current_period_end",
  "has_member_limits",
  "rollover_funds",
  "limit_categories",
  "categories",
] as const
type Field = (typeof fields)[number]

/** Result of a dry run next to the current values. */
export const Preview = (props: {
  readonly before: Budget
  readonly after: Budget | null
  readonly close: () => void
  readonly apply: () => void
  readonly isBusy: boolean
  readonly failure: unknown
}) => {
  const { before, after } = props
  const { budgets, common } = useTexts()
  const write = useFieldText()
  const changed = fields.filter(
    (field) => after !== null && write(before, field) !== write(after, field),
  )
  return (
    <Modal opened={after !== null} onClose={props.close} title={budgets.previewTitle} size="lg">
      {after === null || changed.length === 0 ? (
        <p>{budgets.previewNone}</p>
      ) : (
        <table className="changes">
          <thead>
            <tr>
              <td />
              <th>{budgets.previewNow}</th>
              <th>{budgets.previewThen}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((field) => (
              <tr key={field}>
                <th scope="row">{budgets.fields[field]}</th>
                <td>{write(before, field)}</td>
                <td>
                  <strong>{write(after, field)}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Trouble failure={props.failure} />
      <div className="dialog-foot">
        <Button variant="default" onClick={props.close}>
          {common.cancel}
        </Button>
        <Button loading={props.isBusy} disabled={changed.length === 0} onClick={props.apply}>
          {budgets.apply}
        </Button>
      </div>
    </Modal>
  )
}

const useFieldText = () => {
  const format = useFormat()
  const { budgets, common } = useTexts()
  return (budget: Budget, field: Field): string => {
    const value = budget[field]
    if (field === "categories") return budget.categories.map(({ name }) => name).join(", ")
    if (field === "reset_period") return budgets.periods[budget.reset_period] ?? ""
    if (typeof value === "boolean") return value ? common.yes : common.no
    if (typeof value === "number") return format.money(value)
    if (value === null) return budgets.noEnd
    return field === "name" ? String(value) : format.day(String(value))
  }
}
