import { Button } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { Export } from "../api/records.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { type Fact, Facts } from "../parts/facts.tsx"
import { useFocusBack } from "../parts/focus-back.ts"
import { Modal } from "../parts/panel.tsx"
import { useTexts } from "../texts/languages.ts"
import { useSave } from "./export-file.ts"
import { Agreement, Totals } from "./export-totals.tsx"

/** One export: its content, whether it still agrees with the ledger, and its file. */
export const ExportDialog = (props: { readonly id: string; readonly close: () => void }) => {
  const { exports } = useTexts()
  const format = useFormat()
  const { data, error, refetch } = useQuery(ask.exported(props.id))
  useFocusBack()
  return (
    <Modal
      opened
      onClose={props.close}
      title={data === undefined ? exports.title : format.range(data.start_date, data.end_date)}
      size="xl"
    >
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <Trouble failure={error} retry={() => void refetch()} />
        )
      ) : (
        <Body made={data} />
      )}
    </Modal>
  )
}

const Body = ({ made }: { readonly made: Export }) => {
  const { exports } = useTexts()
  const format = useFormat()
  const save = useSave(made)
  const facts: ReadonlyArray<Fact> = [
    [exports.format, exports.formats[made.format]],
    [exports.movements, format.count(made.count)],
    [exports.contains, made.only_new ? exports.rest : exports.everything],
    [exports.made, format.time(made.created)],
  ]
  return (
    <div className="stack">
      <Facts of={facts} />
      <Totals of={made} />
      <Agreement of={made} />
      <Trouble failure={save.error} />
      <div className="dialog-foot">
        <span className="dim file-name">{`${made.name} · ${format.bytes(made.size)}`}</span>
        <Button
          leftSection={<IconDownload size={16} />}
          loading={save.isPending}
          onClick={() => save.mutate(undefined)}
        >
          {exports.download}
        </Button>
      </div>
    </div>
  )
}
