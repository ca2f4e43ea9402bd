import { ActionIcon, Button, TextInput } from "@mantine/core"
import { IconArrowsSplit2, IconPlus, IconTrash } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import { useBusiness } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { MoneyInput } from "../parts/money-input.tsx"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import type { PartGiven } from "./draft.ts"
import { type DraftLine, giveRest, newLine, restOf, splitEqually, wholeOf } from "./draft.ts"
import { FieldInput } from "./field-inputs.tsx"
import { useFieldsOf } from "./lack.tsx"

/** Line items of an expense, which add up to its amount exactly. */
export const LineItems = (props: PartGiven) => {
  const { draft, change, isReadOnly, transaction, failure } = props
  const { sheet } = useTexts()
  const { currency } = useBusiness()
  const whole = wholeOf(transaction, currency)
  const set = (lines: ReadonlyArray<DraftLine>) => change({ ...draft, lines })
  const rest = restOf(draft.lines, whole)
  return (
    <section className="part" aria-label={sheet.lines}>
      <div className="part-head">
        <h3>{sheet.lines}</h3>
        <Balance rest={rest} fill={isReadOnly ? null : () => set(giveRest(draft.lines, whole))} />
      </div>
      <ol className="lines">
        {draft.lines.map((line, n) => (
          <Line
            key={line.key}
            n={n}
            line={line}
            set={(next) => set(draft.lines.map((each, at) => (at === n ? next : each)))}
            remove={
              isReadOnly || draft.lines.length < 2
                ? null
                : () => set(draft.lines.filter((_, at) => at !== n))
            }
            isReadOnly={isReadOnly}
            transaction={transaction}
            failure={failure}
          />
        ))}
      </ol>
      {isReadOnly ? null : (
        <div className="row">
          <Button
            variant="light"
            size="compact-md"
            leftSection={<IconPlus size={15} />}
            onClick={() => set([...draft.lines, newLine(Math.max(0, rest))])}
          >
            {sheet.addLine}
          </Button>
          {draft.lines.length < 2 ? null : (
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={<IconArrowsSplit2 size={15} />}
              onClick={() => set(splitEqually(draft.lines, whole))}
            >
              {sheet.splitEqually}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

const Balance = (props: { readonly rest: number; readonly fill: (() => void) | null }) => {
  const { sheet } = useTexts()
  const format = useFormat()
  const { rest, fill } = props
  const text =
    rest === 0
      ? sheet.addsUp
      : rest > 0
        ? sheet.remaining(format.minor(rest))
        : sheet.excess(format.minor(-rest))
  return (
    <span className={rest === 0 ? "balance balanced" : "balance"} aria-live="polite">
      {text}
      {rest === 0 || fill === null ? null : (
        <Button variant="subtle" size="compact-xs" onClick={fill}>
          {sheet.takeRest}
        </Button>
      )}
    </span>
  )
}

interface LineGiven {
  readonly n: number
  readonly line: DraftLine
  readonly set: (line: DraftLine) => void
  readonly remove: (() => void) | null
  readonly isReadOnly: boolean
  readonly transaction: PartGiven["transaction"]
  readonly failure: unknown
}

const Line = ({ n, line, set, remove, isReadOnly, transaction, failure }: LineGiven) => {
  const { sheet, common, transactions } = useTexts()
  const fields = useFieldsOf(transaction.budget?.id ?? null)
  const errorAt = (name: string) =>
    failure instanceof Refusal ? failure.at(`/line_items/${n}/${name}`) : undefined
  return (
    <li className="line">
      <fieldset disabled={isReadOnly}>
        <legend>{sheet.line(n + 1)}</legend>
        <div className="line-main">
          <MoneyInput
            aria-label={`${sheet.line(n + 1)}: ${common.amount}`}
            minor={line.amount}
            onMinor={(amount) => set({ ...line, amount, gst: null })}
            disabled={isReadOnly}
            error={errorAt("amount")}
          />
          <CategorySelect
            label={`${sheet.line(n + 1)}: ${transactions.category}`}
            line={line}
            set={set}
            transaction={transaction}
            isReadOnly={isReadOnly}
            error={errorAt("category_id")}
          />
          {remove === null ? null : (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={sheet.removeLine(n + 1)}
              onClick={remove}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </div>
        <TextInput
          aria-label={`${sheet.line(n + 1)}: ${common.description}`}
          placeholder={common.description}
          value={line.description}
          maxLength={500}
          onChange={(event) => set({ ...line, description: event.currentTarget.value })}
        />
        {line.custom_fields.length === 0 ? null : (
          <div className="pair">
            {fields.map((field) => (
              <FieldInput
                key={field.id}
                field={field}
                values={line.custom_fields}
                change={(custom_fields) => set({ ...line, custom_fields })}
                isReadOnly={isReadOnly}
              />
            ))}
          </div>
        )}
      </fieldset>
    </li>
  )
}

const CategorySelect = (props: {
  readonly label: string
  readonly line: DraftLine
  readonly set: (line: DraftLine) => void
  readonly transaction: PartGiven["transaction"]
  readonly isReadOnly: boolean
  readonly error: string | undefined
}) => {
  const { transactions } = useTexts()
  const { line, set, transaction, isReadOnly } = props
  const all = useQuery(ask.categories).data ?? []
  const budget = useQuery(ask.budgets).data?.find(({ id }) => id === transaction.budget?.id)
  const isAllowed = (id: string) =>
    budget?.limit_categories !== true || budget.categories.some((each) => each.id === id)
  const open = all.filter(({ id, enabled }) => enabled && isAllowed(id))
  const present = transaction.line_items.find(({ category }) => category?.id === line.category_id)
  const data = open.map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = data.some(({ value }) => value === line.category_id)
  if (!isKnown && present?.category) {
    data.unshift({ value: present.category.id, label: present.category.name })
  }
  return (
    <Select
      aria-label={props.label}
      placeholder={transactions.category}
      data={data}
      value={line.category_id}
      onChange={(category_id) => set({ ...line, category_id })}
      searchable
      clearable={!isReadOnly}
      error={props.error}
    />
  )
}
