import { useQuery } from "@tanstack/react-query"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import type { Category } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { may } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"
import { InUse } from "./in-use.tsx"
import { List, RowActions } from "./list.tsx"
import { type Entry, RecordDialog, textOf, textOrNull, type Values } from "./record-dialog.tsx"

const path = "/v1/businesses/{client_id}/categories"
const refreshes = [["categories"]]

/** Categories of spending, with their accounting codes. */
export const Categories = () => {
  const me = useMe()
  const { settings, common } = useTexts()
  const list = useQuery(ask.categories)
  const codes = useCodes()
  const seesCodes = may(me, "accounting_codes", "read")
  const codeOf = (id: string | null) => codes.find((code) => code.id === id)
  return (
    <List
      title={settings.categories}
      help={seesCodes ? settings.categoriesHelp : settings.categoriesOnlyHelp}
      list={list}
      empty={settings.noCategories}
      heads={[common.name, ...(seesCodes ? [settings.code] : []), settings.enabled]}
      add={
        may(me, "categories", "create")
          ? { label: settings.newCategory, form: (close) => <CategoryForm close={close} /> }
          : null
      }
      row={(category) => (
        <tr key={category.id}>
          <td>{category.name}</td>
          {seesCodes ? (
            <td className="col-code" data-label={settings.code}>
              {codeOf(category.accounting_code_id)?.code ?? (
                <span className="dim">{common.none}</span>
              )}
            </td>
          ) : null}
          <td>
            <Enabled category={category} />
          </td>
          <RowActions
            name={category.name}
            edit={
              may(me, "categories", "update")
                ? (close) => <CategoryForm close={close} category={category} />
                : undefined
            }
            remove={
              category.custom && may(me, "categories", "delete")
                ? {
                    text: settings.categorySure,
                    refreshes,
                    send: () =>
                      dataOf(
                        api.DELETE(`${path}/{category_id}`, {
                          params: { path: { ...ofBusiness(), category_id: category.id } },
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

const useCodes = () => {
  const me = useMe()
  return useQuery({ ...ask.codes, enabled: may(me, "accounting_codes", "read") }).data ?? []
}

const CategoryForm = (props: { readonly close: () => void; readonly category?: Category }) => {
  const { settings, common } = useTexts()
  const codes = useCodes()
  const { category, close } = props
  const entries: Readonly<Record<string, Entry>> = {
    name: { label: common.name, kind: "text" },
    accounting_code_id: {
      label: settings.code,
      kind: "choice",
      isOptional: true,
      choices: codes.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
    },
  }
  const bodyOf = (values: Values) => ({
    name: textOf(values["name"]),
    accounting_code_id: textOrNull(values["accounting_code_id"]),
  })
  return (
    <RecordDialog
      title={category === undefined ? settings.newCategory : settings.edit(category.name)}
      action={category === undefined ? common.create : common.save}
      close={close}
      entries={
        category === undefined || category.custom
          ? entries
          : { accounting_code_id: entries["accounting_code_id"] as Entry }
      }
      initial={{
        name: category?.name ?? "",
        accounting_code_id: category?.accounting_code_id ?? null,
      }}
      refreshes={refreshes}
      words={({ name }) => ({ category_exists: settings.categoryExists(textOf(name)) })}
      send={(values, key) =>
        category === undefined
          ? dataOf(
              api.POST(path, {
                params: { path: ofBusiness() },
                body: bodyOf(values),
                headers: { "Idempotency-Key": key },
              }),
            )
          : change(category, bodyOf(values))
      }
    />
  )
}

/** A system category keeps its name; its code is changed by a separate resource. */
const change = ({ id, custom }: Category, body: Mapped): Promise<Category> => {
  const params = { path: { ...ofBusiness(), category_id: id } }
  if (custom) return dataOf(api.PATCH(`${path}/{category_id}`, { params, body }))
  const { accounting_code_id } = body
  const mapping = { params, body: { accounting_code_id } }
  return dataOf(api.PUT(`${path}/{category_id}/accounting-code`, mapping))
}

interface Mapped {
  readonly name: string
  readonly accounting_code_id: string | null
}

const Enabled = ({ category }: { readonly category: Category }) => {
  const me = useMe()
  const { common } = useTexts()
  // A custom category is deleted instead.
  if (category.custom) return common.yes
  return (
    <InUse
      name={category.name}
      isEnabled={category.enabled}
      isOpen={may(me, "categories", "update")}
      refreshes={refreshes}
      send={(enabled) =>
        dataOf(
          api.PATCH(`${path}/{category_id}`, {
            params: { path: { ...ofBusiness(), category_id: category.id } },
            body: { enabled },
          }),
        )
      }
    />
  )
}

const codePath = "/v1/businesses/{client_id}/accounting-codes"
const codeRefreshes = [["codes"], ["categories"]]

/** Accounting codes. */
export const Codes = () => {
  const me = useMe()
  const { settings, common } = useTexts()
  const list = useQuery(ask.codes)
  // Codes of connected software are changed there; those of a manual integration are changed here.
  const { integration } = me.business
  const isOurs = integration === null || integration === "MANUAL"
  const mayWrite = isOurs && may(me, "accounting_codes", "create")
  const form = (close: () => void, code?: { readonly code: string; readonly name: string }) => (
    <RecordDialog
      title={code === undefined ? settings.newCode : settings.edit(code.code)}
      action={common.save}
      close={close}
      entries={{
        ...(code === undefined ? { code: { label: settings.code, kind: "text" } as const } : {}),
        name: { label: common.name, kind: "text", maxLength: 150 },
      }}
      initial={{ code: code?.code ?? "", name: code?.name ?? "" }}
      refreshes={codeRefreshes}
      send={(values, key) =>
        dataOf(
          api.POST(codePath, {
            params: { path: ofBusiness() },
            body: { code: textOf(values["code"]), name: textOf(values["name"]) },
            headers: { "Idempotency-Key": key },
          }),
        )
      }
    />
  )
  return (
    <List
      title={settings.codes}
      help={isOurs ? settings.codesHelp : settings.codesElsewhere}
      list={list}
      empty={settings.noCodes}
      heads={[settings.code, common.name]}
      add={mayWrite ? { label: settings.newCode, form } : null}
      row={(code) => (
        <tr key={code.id}>
          <td>{code.code}</td>
          <td>{code.name}</td>
          <RowActions
            name={`${code.code} ${code.name}`}
            edit={mayWrite ? (close) => form(close, code) : undefined}
            remove={
              isOurs && may(me, "accounting_codes", "delete")
                ? {
                    text: settings.codeSure,
                    refreshes: codeRefreshes,
                    send: () =>
                      dataOf(
                        api.DELETE(`${codePath}/{accounting_code_id}`, {
                          params: { path: { ...ofBusiness(), accounting_code_id: code.id } },
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
