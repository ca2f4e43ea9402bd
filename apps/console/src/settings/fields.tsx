import { useQuery } from "@tanstack/react-query"
import { api, dataOf, ofBusiness, withTag } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import type { CustomField, CustomFieldOption } from "../api/records.ts"
import type { Seen } from "../api/versions.ts"
import { useMe } from "../app/business.ts"
import { may } from "../core/rights.ts"
import { OpenedDialog } from "../parts/dialog.tsx"
import { useTexts } from "../texts/languages.ts"
import { InUse } from "./in-use.tsx"
import { List, RowActions } from "./list.tsx"
import { type Entry, RecordDialog, textOf, type Values } from "./record-dialog.tsx"

const path = "/v1/businesses/{client_id}/custom-fields"
const refreshes = [["custom-fields"]]

const settingsOf = ["NONE", "SOME", "ALL_CURRENT_AND_NEW"] as const
const kinds = ["LIST", "FREE_TEXT"] as const

/** Custom fields of expenses. */
export const Fields = () => {
  const me = useMe()
  const { settings, common } = useTexts()
  const list = useQuery(ask.customFields)
  const lists = (list.data ?? []).filter(({ field_type }) => field_type === "LIST")
  return (
    <>
      <List
        title={settings.fields}
        help={settings.fieldsHelp}
        list={list}
        empty={settings.noFields}
        heads={[common.name, settings.kind, settings.appliesTo]}
        wide={[settings.kind, settings.appliesTo]}
        add={
          may(me, "custom_fields", "create")
            ? { label: settings.newField, form: (close) => <FieldForm close={close} /> }
            : null
        }
        row={(field) => <FieldRow key={field.id} field={field} />}
      />
      {lists.map((field) => (
        <Options key={field.id} field={field} />
      ))}
    </>
  )
}

/** True if the field can be changed here, and not only in connected software. */
const isMadeHere = ({ created_by }: CustomField): boolean =>
  created_by === "MANUAL" || created_by === "PUBLIC_API"

const FieldRow = ({ field }: { readonly field: CustomField }) => {
  const me = useMe()
  const { settings } = useTexts()
  const isOurs = isMadeHere(field)
  return (
    <tr>
      <td>{field.name}</td>
      <td className="wide">{settings.kinds[field.field_type]}</td>
      <td className="wide">{settings.budgetSettings[field.budget_setting]}</td>
      <RowActions
        name={field.name}
        edit={
          isOurs && may(me, "custom_fields", "update")
            ? (close) => <EditField id={field.id} name={field.name} close={close} />
            : undefined
        }
        remove={
          isOurs && may(me, "custom_fields", "delete")
            ? {
                text: settings.fieldSure,
                refreshes,
                send: () =>
                  dataOf(
                    api.DELETE(`${path}/{custom_field_id}`, {
                      params: { path: { ...ofBusiness(), custom_field_id: field.id } },
                    }),
                  ),
              }
            : undefined
        }
      />
    </tr>
  )
}

const readField = (custom_field_id: string) =>
  withTag(
    api.GET(`${path}/{custom_field_id}`, {
      params: { path: { ...ofBusiness(), custom_field_id } },
    }),
  )

const EditField = (props: {
  readonly id: string
  readonly name: string
  readonly close: () => void
}) => {
  const { id, name, close } = props
  const { settings } = useTexts()
  return (
    <OpenedDialog
      title={settings.edit(name)}
      close={close}
      queryKey={["custom-fields", "one", id]}
      read={() => readField(id)}
    >
      {(seen) => <FieldForm close={close} field={seen} />}
    </OpenedDialog>
  )
}

const valuesOf = (field?: CustomField): Values => ({
  name: field?.name ?? "",
  field_type: field?.field_type ?? "LIST",
  budget_setting: field?.budget_setting ?? "ALL_CURRENT_AND_NEW",
  options: [],
})

const readValues = async (id: string) => {
  const { data, etag } = await readField(id)
  return { data: { record: data, values: valuesOf(data) }, etag }
}

const bodyOf = (values: Values) => ({
  name: textOf(values["name"]),
  field_type: values["field_type"] as CustomField["field_type"],
  budget_setting: values["budget_setting"] as CustomField["budget_setting"],
})

const optionPath = `${path}/{custom_field_id}/options` as const

/** Creates a field with its options. A retry after a lost connection does not create it twice. */
const create = async (values: Values, key: string): Promise<CustomField> => {
  const params = { path: ofBusiness() }
  const headers = { "Idempotency-Key": key }
  const field = await dataOf(api.POST(path, { params, body: bodyOf(values), headers }))
  if (field.field_type !== "LIST") return field
  const options = (values["options"] ?? []) as ReadonlyArray<string>
  for (const [n, text] of options.entries()) {
    await dataOf(
      api.POST(optionPath, {
        params: { path: { ...ofBusiness(), custom_field_id: field.id } },
        body: { text: text.trim() },
        headers: { "Idempotency-Key": `${key}-${n}` },
      }),
    )
  }
  return field
}

const FieldForm = (props: { readonly close: () => void; readonly field?: Seen<CustomField> }) => {
  const { settings, common } = useTexts()
  const { field } = props
  const newOptions: Entry = {
    label: settings.options,
    help: settings.newOptionsHelp,
    kind: "texts",
    isAsked: ({ field_type }) => field_type === "LIST",
  }
  const entries: Readonly<Record<string, Entry>> = {
    name: { label: common.name, kind: "text" },
    field_type: {
      label: settings.kind,
      kind: "choice",
      choices: kinds.map((value) => ({ value, label: settings.kinds[value] })),
    },
    ...(field === undefined ? { options: newOptions } : {}),
    budget_setting: {
      label: settings.appliesTo,
      kind: "choice",
      choices: settingsOf.map((value) => ({ value, label: settings.budgetSettings[value] })),
    },
  }
  return (
    <RecordDialog
      title={field === undefined ? settings.newField : settings.edit(field.data.name)}
      action={field === undefined ? common.create : common.save}
      close={props.close}
      entries={entries}
      initial={valuesOf(field?.data)}
      original={
        field === undefined
          ? undefined
          : { etag: field.etag, read: () => readValues(field.data.id) }
      }
      refreshes={refreshes}
      words={({ name }) => ({ custom_field_exists: settings.fieldExists(textOf(name)) })}
      send={(values, key, etag) =>
        field === undefined
          ? create(values, key)
          : dataOf(
              api.PATCH(`${path}/{custom_field_id}`, {
                params: { path: { ...ofBusiness(), custom_field_id: field.data.id } },
                body: bodyOf(values),
                headers: etag === null ? {} : { "If-Match": etag },
              }),
            )
      }
    />
  )
}

/** Options of a field of the type LIST. */
const Options = ({ field }: { readonly field: CustomField }) => {
  const me = useMe()
  const { settings, common } = useTexts()
  const list = useQuery(ask.fieldOptions(field.id))
  const at = { ...ofBusiness(), custom_field_id: field.id }
  const mayDo = (action: "create" | "update" | "delete") =>
    isMadeHere(field) && may(me, "custom_fields", action)
  const form = (close: () => void, option?: CustomFieldOption) => (
    <RecordDialog
      title={option === undefined ? settings.newOption : settings.edit(option.text)}
      action={option === undefined ? common.add : common.save}
      close={close}
      entries={{ text: { label: settings.option, kind: "text" } }}
      initial={{ text: option?.text ?? "" }}
      refreshes={refreshes}
      send={(values, key) =>
        option === undefined
          ? dataOf(
              api.POST(optionPath, {
                params: { path: at },
                body: { text: textOf(values["text"]) },
                headers: { "Idempotency-Key": key },
              }),
            )
          : dataOf(
              api.PATCH(`${optionPath}/{option_id}`, {
                params: { path: { ...at, option_id: option.id } },
                body: { text: textOf(values["text"]) },
              }),
            )
      }
    />
  )
  return (
    <List
      title={settings.optionsOf(field.name)}
      help={settings.optionsHelp}
      list={list}
      empty={settings.noOptions}
      emptyHelp={settings.noOptionsHelp}
      heads={[settings.option, settings.enabled]}
      add={mayDo("create") ? { label: settings.newOption, form } : null}
      row={(option) => (
        <tr key={option.id}>
          <td>{option.text}</td>
          <td>
            <OptionEnabled field={field} option={option} />
          </td>
          <RowActions
            name={option.text}
            edit={mayDo("update") ? (close) => form(close, option) : undefined}
            remove={
              mayDo("delete")
                ? {
                    text: settings.optionSure,
                    refreshes,
                    send: () =>
                      dataOf(
                        api.DELETE(`${optionPath}/{option_id}`, {
                          params: { path: { ...at, option_id: option.id } },
                        }),
                      ),
                  }
                : undefined
            }
          />
        </tr>
      )}
    />
  )
}

const OptionEnabled = (props: {
  readonly field: CustomField
  readonly option: CustomFieldOption
}) => {
  const me = useMe()
  const { field, option } = props
  return (
    <InUse
      name={option.text}
      isEnabled={option.enabled}
      isOpen={may(me, "custom_fields", "update")}
      refreshes={refreshes}
      send={(enabled) =>
        dataOf(
          api.PATCH(`${optionPath}/{option_id}`, {
            params: { path: { ...ofBusiness(), custom_field_id: field.id, option_id: option.id } },
            body: { enabled },
          }),
        )
      }
    />
  )
}
