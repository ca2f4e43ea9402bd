import { Button, Switch, TextInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import type { CreateExport, Export, ExportFormat } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { dayOf } from "../core/days.ts"
import { useFormat } from "../core/format.ts"
import { FormDialog } from "../parts/dialog.tsx"
import { Select } from "../parts/select.tsx"
import { useTexts } from "../texts/languages.ts"
import { WithoutCodes } from "./export-codes.tsx"
import { Totals } from "./export-totals.tsx"
import { type Period, periodsOf } from "./periods.ts"

const path = "/v1/businesses/{client_id}/exports"

const sendTo = (dry_run: boolean) => (body: CreateExport, key: string) =>
  dataOf(
    api.POST(path, {
      params: { path: ofBusiness(), query: { dry_run } },
      body,
      headers: dry_run ? {} : { "Idempotency-Key": key },
    }),
  )

/**
 * Content of a future export, and the number of its movements that an earlier export already has.
 */
interface Rehearsal {
  readonly made: Export
  /** Null if unknown, for instance because there are too many exports. */
  readonly takenCount: number | null
}

const rehearse = async (body: CreateExport, key: string): Promise<Rehearsal> => {
  const send = sendTo(true)
  const made = await send(body, key)
  if (body.only_new !== true) return { made, takenCount: 0 }
  const whole = await send({ ...body, format: "csv", only_new: false }, key).catch(() => null)
  return { made, takenCount: whole === null ? null : whole.count - made.count }
}

/** State of a new export: its settings, its dry run, and the write. */
const useMaking = (body: CreateExport, close: () => void) => {
  const { exports } = useTexts()
  const queries = useQueryClient()
  const [rehearsed, saveRehearsal] = useState<(Rehearsal & { readonly of: string }) | null>(null)
  const text = JSON.stringify(body)
  const dry = useWrite({
    send: rehearse,
    done: (found, sent) => saveRehearsal({ of: JSON.stringify(sent), ...found }),
  })
  const real = useWrite({
    send: sendTo(false),
    refreshes: [["exports"], ["events"]],
    done: (made) => {
      // The new export is in the list next to the notice, even before the list is read again.
      queries.setQueriesData(
        { queryKey: ["exports", "list", 1] },
        (page: { count: number; results: ReadonlyArray<Export> } | undefined) =>
          page === undefined
            ? undefined
            : { count: page.count + 1, results: [made, ...page.results] },
      )
      notifications.show({ message: exports.created, color: "quay" })
      close()
    },
  })
  // The dry run is shown only while the settings are unchanged.
  const preview = rehearsed?.of === text ? rehearsed : null
  const submit = () => (preview === null ? dry.mutate(body) : real.mutate(body))
  const wasSent = JSON.stringify(dry.variables) === text
  const failure = real.error ?? (wasSent ? dry.error : null)
  return { preview, submit, failure, isBusy: dry.isPending || real.isPending }
}

/** Form of a new export. Its content is shown before it is created. */
export const ExportForm = (props: {
  readonly close: () => void
  readonly latest: Export | undefined
}) => {
  const { exports } = useTexts()
  const [format, setFormat] = useState<ExportFormat>(props.latest?.format ?? "csv")
  const [period, setPeriod] = useState<Period>(periodsOf(dayOf(new Date())).lastMonth)
  const [only_new, setOnlyNew] = useState(props.latest !== undefined)
  const { preview, submit, failure, isBusy } = useMaking(
    { format, ...period, only_new },
    props.close,
  )
  return (
    <FormDialog
      title={exports.create}
      close={props.close}
      action={preview === null ? exports.preview : exports.make}
      isBusy={isBusy}
      isReady={
        period.start_date !== "" &&
        period.end_date !== "" &&
        !isTurned(period) &&
        preview?.made.count !== 0
      }
      entered={{ format, period, only_new }}
      failure={failure}
      shown={["/start_date", "/end_date", "/format"]}
      submit={submit}
    >
      <Select
        label={exports.format}
        description={exports.formatHelp[format]}
        data={Object.entries(exports.formats).map(([value, label]) => ({ value, label }))}
        value={format}
        allowDeselect={false}
        onChange={(value) => value !== null && setFormat(value as ExportFormat)}
        error={failure instanceof Refusal ? failure.at("/format") : undefined}
        data-autofocus
      />
      <Days period={period} change={setPeriod} failure={failure} />
      <Switch
        label={exports.onlyNew}
        description={
          only_new && props.latest !== undefined
            ? `${exports.onlyNewHelp} ${exports.onlyNewOn}`
            : exports.onlyNewHelp
        }
        checked={only_new}
        onChange={(event) => setOnlyNew(event.currentTarget.checked)}
      />
      {preview === null ? null : (
        <>
          <Rehearsed {...preview} takeAgain={() => setOnlyNew(false)} />
          {preview.made.count === 0 ? null : <WithoutCodes format={format} of={period} />}
        </>
      )}
    </FormDialog>
  )
}

/** True if both days are set and in the wrong order. */
const isTurned = ({ start_date, end_date }: Period): boolean =>
  end_date !== "" && end_date < start_date

const Days = (props: {
  readonly period: Period
  readonly change: (period: Period) => void
  readonly failure: unknown
}) => {
  const { exports } = useTexts()
  const { period, change, failure } = props
  const errorAt = (name: string) => {
    if (name === "end_date" && isTurned(period)) return exports.turned
    return failure instanceof Refusal ? failure.at(`/${name}`) : undefined
  }
  const periods = periodsOf(dayOf(new Date()))
  return (
    <fieldset className="stack-tight">
      <legend className="unseen">{exports.period}</legend>
      <div className="pair">
        {(["start_date", "end_date"] as const).map((name) => (
          <TextInput
            key={name}
            type="date"
            label={name === "start_date" ? exports.from : exports.to}
            value={period[name]}
            max="9999-12-31"
            required
            withAsterisk={false}
            error={errorAt(name)}
            onChange={(event) => change({ ...period, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div className="row">
        {(["lastMonth", "thisMonth", "lastQuarter"] as const).map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            onClick={() => change(periods[name])}
          >
            {exports[name]}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

const Rehearsed = (props: Rehearsal & { readonly takeAgain: () => void }) => {
  const { made, takeAgain } = props
  const takenCount = props.takenCount ?? 0
  const { exports } = useTexts()
  const format = useFormat()
  const count = exports.count(format.count(made.count), made.count === 1)
  return (
    <section className="stack-tight" aria-live="polite" aria-label={exports.preview}>
      {made.count > 0 ? (
        <strong>{`${count} · ${format.bytes(made.size)}`}</strong>
      ) : takenCount > 0 ? null : (
        <strong>{exports.nothing}</strong>
      )}
      {takenCount === 0 ? null : (
        <div className="missing">
          <strong>{exports.taken(format.count(takenCount), takenCount === 1)}</strong>
          <p>{exports.takenHelp}</p>
          <Button className="own-width" size="compact-sm" variant="default" onClick={takeAgain}>
            {exports.takeAgain}
          </Button>
        </div>
      )}
      {made.count === 0 ? null : <Totals of={made} />}
    </section>
  )
}
