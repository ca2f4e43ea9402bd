import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import { useMe } from "../app/business.ts"
import { useFormat } from "../core/format.ts"
import { useFocusBack } from "../parts/focus-back.ts"
import { Tag } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"
import { List, RowActions } from "./list.tsx"
import { RecordDialog, textOf } from "./record-dialog.tsx"
import { SecretDialog } from "./secret-dialog.tsx"

const path = "/v1/businesses/{client_id}/tokens"
const refreshes = [["apiTokens"]]

/** API tokens, with the time of their last use. */
export const ApiTokens = () => {
  const { settings, common, people } = useTexts()
  const format = useFormat()
  const list = useQuery(ask.apiTokens)
  const roles = useQuery(ask.roles).data ?? []
  const roleOf = (role: string) => people.roleName(roles.find(({ id }) => id === role)?.name ?? "")
  const users = useQuery(ask.users).data ?? []
  const now = new Date().toISOString()
  return (
    <List
      title={settings.apiTokens}
      help={settings.apiTokensHelp}
      list={list}
      empty={settings.noApiTokens}
      heads={[common.name, settings.role, settings.lastUsed, settings.expires]}
      wide={[settings.role, settings.expires]}
      add={{ label: settings.newApiToken, form: (close) => <NewApiToken close={close} /> }}
      row={(token) => (
        <tr key={token.id}>
          <td>
            {token.name}
            {token.user_id === null ? null : (
              <small className="block">
                {settings.actsFor(users.find(({ id }) => id === token.user_id)?.name ?? "")}
              </small>
            )}
          </td>
          <td className="wide">{roleOf(token.role_id)}</td>
          <td>
            {token.last_used_at === null ? settings.neverUsed : format.time(token.last_used_at)}
          </td>
          <td className="wide">
            {token.expires_at === null ? settings.never : format.time(token.expires_at)}{" "}
            {token.expires_at !== null && token.expires_at <= now ? (
              <Tag tone="calm">{settings.expired}</Tag>
            ) : null}
          </td>
          <RowActions
            name={token.name}
            remove={{
              text: settings.apiTokenSure,
              action: settings.revoke,
              refreshes,
              send: () =>
                dataOf(
                  api.DELETE(`${path}/{token_id}`, {
                    params: { path: { ...ofBusiness(), token_id: token.id } },
                  }),
                ),
            }}
          />
        </tr>
      )}
    />
  )
}

const dayLengths = [30, 90, 365] as const

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** Form of a new token. The secret is shown once, before the form closes. */
const NewApiToken = ({ close }: { readonly close: () => void }) => {
  const { settings } = useTexts()
  const [secret, show] = useState<string | null>(null)
  useFocusBack()
  if (secret === null) return <TokenForm close={close} show={show} />
  return (
    <SecretDialog
      title={settings.apiTokenSecret}
      help={settings.apiTokenSecretHelp}
      secret={secret}
      close={close}
    />
  )
}

const TokenForm = (props: {
  readonly close: () => void
  readonly show: (text: string) => void
}) => {
  const me = useMe()
  const { settings, common, people } = useTexts()
  const roles = useQuery(ask.roles).data ?? []
  const days = dayLengths.map((n) => ({ value: `${n}`, label: settings.inDays(n) }))
  const own = me.user === null ? [] : [{ value: "me", label: me.user.name }]
  return (
    <RecordDialog
      title={settings.newApiToken}
      action={common.create}
      close={props.close}
      entries={{
        name: { label: common.name, kind: "text", help: settings.apiTokenName },
        role_id: {
          label: settings.role,
          kind: "choice",
          choices: roles.map(({ id, name }) => ({ value: id, label: people.roleName(name) })),
        },
        user_id: {
          label: settings.actsForLabel,
          kind: "choice",
          choices: [{ value: "nobody", label: settings.noUser }, ...own],
        },
        expires_at: {
          label: settings.expires,
          kind: "choice",
          choices: [...days, { value: "never", label: settings.never }],
        },
      }}
      initial={{ name: "", role_id: null, user_id: "nobody", expires_at: "90" }}
      refreshes={refreshes}
      send={(values, key) =>
        dataOf(
          api.POST(path, {
            params: { path: ofBusiness() },
            body: {
              name: textOf(values["name"]),
              role_id: textOf(values["role_id"]),
              user_id: values["user_id"] === "me" ? (me.user?.id ?? null) : null,
              expires_at:
                values["expires_at"] === "never" ? null : inDays(Number(values["expires_at"])),
            },
            headers: { "Idempotency-Key": key },
          }),
        )
      }
      done={({ token }) => props.show(token)}
    />
  )
}
