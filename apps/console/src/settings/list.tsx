import { ActionIcon, Button } from "@mantine/core"
import { IconPencil, IconPlus } from "@tabler/icons-react"
import type { QueryKey } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useWrite } from "../api/write.ts"
import { Empty, Trouble, Waiting } from "../app/states.tsx"
import { ConfirmedRemoval } from "../parts/confirm.tsx"
import { useTexts } from "../texts/languages.ts"

interface Asked<Row> {
  readonly data: ReadonlyArray<Row> | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** List of a small number of records, with a form for a new one. */
export const List = <Row,>(props: {
  readonly title: string
  readonly help: string
  readonly list: Asked<Row>
  readonly heads: ReadonlyArray<string>
  /** Columns hidden on narrow screens. */
  readonly wide?: ReadonlyArray<string>
  readonly row: (row: Row) => ReactNode
  readonly empty: string
  /** Explanation of an empty list. */
  readonly emptyHelp?: string
  /** Null if the person may not create one. */
  readonly add: { readonly label: string; readonly form: (close: () => void) => ReactNode } | null
}) => {
  const { title, help, list, heads, wide = [], add } = props
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="section" aria-label={title}>
      <div className="section-head">
        <div>
          <h2>{title}</h2>
          <p className="dim">{help}</p>
        </div>
        {add === null ? null : (
          <Button
            variant="light"
            leftSection={<IconPlus size={16} />}
            onClick={() => setAdding(true)}
          >
            {add.label}
          </Button>
        )}
      </div>
      {isAdding ? add?.form(() => setAdding(false)) : null}
      <Trouble failure={list.error} retry={() => void list.refetch()} />
      {list.data === undefined ? (
        list.error === null ? (
          <Waiting />
        ) : null
      ) : list.data.length === 0 ? (
        <Empty title={props.empty} help={props.emptyHelp ?? (add === null ? undefined : help)} />
      ) : (
        <div className="table-frame">
          <table className="table" aria-label={title}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} className={wide.includes(head) ? "wide" : undefined}>
                    {head}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>{list.data.map(props.row)}</tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** Actions of a row: change it, or remove it after a confirmation. */
export const RowActions = (props: {
  readonly name: string
  readonly edit?: ((close: () => void) => ReactNode) | undefined
  readonly remove?:
    | {
        readonly text: string
        readonly send: () => Promise<unknown>
        readonly refreshes: ReadonlyArray<QueryKey>
        readonly action?: string
      }
    | undefined
}) => {
  const { settings } = useTexts()
  const [isEditing, setEditing] = useState(false)
  const { name, edit, remove } = props
  return (
    <td className="num actions">
      {edit === undefined ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={settings.edit(name)}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={16} />
        </ActionIcon>
      )}
      {isEditing ? edit?.(() => setEditing(false)) : null}
      {remove === undefined ? null : <Remove name={name} {...remove} />}
    </td>
  )
}

const Remove = (props: {
  readonly name: string
  readonly text: string
  readonly action?: string
  readonly send: () => Promise<unknown>
  readonly refreshes: ReadonlyArray<QueryKey>
}) => {
  const { settings, common } = useTexts()
  const write = useWrite({ send: (_: undefined) => props.send(), refreshes: props.refreshes })
  return (
    <ConfirmedRemoval
      title={settings.remove(props.name)}
      text={props.text}
      action={props.action ?? common.delete}
      write={write}
    />
  )
}
