import { Button } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import type { Webhook, WebhookDelivery } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { useMe } from "../app/business.ts"
import { Trouble } from "../app/states.tsx"
import { eventTypes } from "../audit/filters.ts"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { useFocusBack } from "../parts/focus-back.ts"
import { Tag, type Tone } from "../parts/tag.tsx"
import { useTexts } from "../texts/languages.ts"
import { InUse } from "./in-use.tsx"
import { List, RowActions } from "./list.tsx"
import { RecordDialog, textOf, textOrNull } from "./record-dialog.tsx"
import { SecretDialog } from "./secret-dialog.tsx"

const path = "/v1/businesses/{client_id}/webhooks"
const refreshes = [["webhooks"]]

/** Webhooks, to which events are sent. */
export const Webhooks = () => {
  const me = useMe()
  const { settings } = useTexts()
  const list = useQuery(ask.webhooks)
  return (
    <>
      <List
        title={settings.webhooks}
        help={settings.webhooksHelp}
        list={list}
        empty={settings.noWebhooks}
        heads={[settings.address, settings.events, settings.enabled]}
        wide={[settings.events]}
        add={
          may(me, "webhooks", "create")
            ? { label: settings.newWebhook, form: (close) => <NewWebhook close={close} /> }
            : null
        }
        row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      />
      {(list.data ?? []).map((webhook) => (
        <Deliveries key={webhook.id} webhook={webhook} />
      ))}
    </>
  )
}

const WebhookRow = ({ webhook }: { readonly webhook: Webhook }) => {
  const me = useMe()
  const { settings } = useTexts()
  const nameOf = useEventsName()
  const { id, url, event_types, enabled, description } = webhook
  const at = { params: { path: { ...ofBusiness(), webhook_id: id } } }
  const remove = () => dataOf(api.DELETE(`${path}/{webhook_id}`, at))
  return (
    <tr>
      <td className="mono">
        {url}
        {description === null ? null : <small className="block">{description}</small>}
      </td>
      <td className="mono wide">{event_types.map(nameOf).join(", ")}</td>
      <td>
        <InUse
          name={url}
          isEnabled={enabled}
          isOpen={may(me, "webhooks", "update")}
          refreshes={refreshes}
          send={(next) =>
            dataOf(api.PATCH(`${path}/{webhook_id}`, { ...at, body: { enabled: next } }))
          }
        />
      </td>
      <RowActions
        name={url}
        remove={
          may(me, "webhooks", "delete")
            ? { text: settings.webhookSure, refreshes, send: remove }
            : undefined
        }
      />
    </tr>
  )
}

const choices: ReadonlyArray<string> = [
  "*",
  ...Object.entries(eventTypes).flatMap(([noun, verbs]) => [
    `${noun}.*`,
    ...verbs.map((verb) => `${noun}.${verb}`),
  ]),
]

type EventTypes = ReadonlyArray<"*">

/** Returns a function that names a set of events. */
const useEventsName = () => {
  const { settings } = useTexts()
  return (choice: string): string => (choice === "*" ? settings.allEvents : choice)
}

/** Form of a new webhook. The secret is shown once, before the form closes. */
const NewWebhook = ({ close }: { readonly close: () => void }) => {
  const { settings, common } = useTexts()
  const nameOf = useEventsName()
  const [secret, show] = useState<string | null>(null)
  useFocusBack()
  if (secret !== null) {
    return (
      <SecretDialog
        title={settings.secret}
        help={settings.secretHelp}
        secret={secret}
        close={close}
      />
    )
  }
  return (
    <RecordDialog
      title={settings.newWebhook}
      action={common.create}
      close={close}
      entries={{
        url: { label: settings.address, kind: "text", maxLength: 2048 },
        event_types: {
          label: settings.events,
          kind: "choices",
          choices: choices.map((value) => ({ value, label: nameOf(value) })),
        },
        description: { label: common.description, kind: "text", maxLength: 500, isOptional: true },
      }}
      initial={{ url: "https://", event_types: ["*"], description: "" }}
      refreshes={refreshes}
      send={(values, key) =>
        dataOf(
          api.POST(path, {
            params: { path: ofBusiness() },
            body: {
              url: textOf(values["url"]),
              event_types: [...(values["event_types"] as EventTypes)],
              description: textOrNull(values["description"]),
            },
            headers: { "Idempotency-Key": key },
          }),
        )
      }
      done={({ secret: made }) => (made === undefined ? close() : show(made))}
    />
  )
}

const tones: Readonly<Record<WebhookDelivery["status"], Tone>> = {
  DELIVERED: "good",
  PENDING: "calm",
  FAILED: "bad",
}

/** Latest deliveries of a webhook, with their responses. */
const Deliveries = ({ webhook }: { readonly webhook: Webhook }) => {
  const { settings, common } = useTexts()
  const format = useFormat()
  const list = useQuery(ask.deliveries(webhook.id))
  return (
    <List
      title={settings.deliveriesTo(webhook.url)}
      help={settings.deliveriesHelp}
      list={list}
      empty={settings.noDeliveries}
      heads={[settings.event, common.status, settings.response, settings.lastTry]}
      wide={[settings.response, settings.lastTry]}
      add={null}
      row={(delivery) => (
        <tr key={delivery.id}>
          <td className="mono">{delivery.event_type}</td>
          <td>
            <Tag tone={tones[delivery.status]}>{settings.deliveryStates[delivery.status]}</Tag>
          </td>
          <td className="wide">{delivery.response_status ?? delivery.error ?? common.none}</td>
          <td className="wide">
            {delivery.last_attempt === null ? common.none : format.time(delivery.last_attempt)}
          </td>
          <td className="num">
            <Redeliver webhook_id={webhook.id} delivery={delivery} />
          </td>
        </tr>
      )}
    />
  )
}

const Redeliver = (props: { readonly webhook_id: string; readonly delivery: WebhookDelivery }) => {
  const me = useMe()
  const { settings } = useTexts()
  const { webhook_id, delivery } = props
  const write = useWrite({
    send: (delivery_id: string, key) =>
      dataOf(
        api.POST(`${path}/{webhook_id}/deliveries/{delivery_id}/redeliver`, {
          params: { path: { ...ofBusiness(), webhook_id, delivery_id } },
          headers: { "Idempotency-Key": key },
        }),
      ),
    refreshes,
  })
  if (!may(me, "webhooks", "update")) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={write.isPending}
        onClick={() => write.mutate(delivery.id)}
      >
        {settings.redeliver}
      </Button>
      <Trouble failure={write.error} />
    </>
  )
}
