import { Drawer } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useParams, useSearch } from "@tanstack/react-router"
import * as ask from "../api/queries.ts"
import type { Event } from "../api/records.ts"
import { NotFound, Trouble, Waiting } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { type Fact, Facts } from "../parts/facts.tsx"
import { useRowFocus } from "../parts/row-focus.ts"
import { useTexts } from "../texts/languages.ts"
import { Changes } from "./changes.tsx"
import { eventName, subjectOf } from "./names.ts"
import { useWho } from "./who.ts"

/** One event next to the list, with its own address. */
export const EventSheet = () => {
  const { sequence } = useParams({ from: "/inside/audit/$sequence" })
  const search = useSearch({ from: "/inside/audit" })
  const navigate = useNavigate()
  const texts = useTexts()
  const { audit, common } = texts
  const at = /^[1-9]\d{0,14}$/u.test(sequence) ? Number(sequence) : 0
  const one = useQuery(ask.event(at))
  const found = one.data?.found ?? null
  useRowFocus(found?.id ?? "")
  return (
    <Drawer
      opened
      onClose={() => void navigate({ to: "/audit", search })}
      position="right"
      size={620}
      title={<Title event={found} fallback={one.isPending ? common.loading : audit.title} />}
      closeButtonProps={{ "aria-label": audit.close }}
      overlayProps={{ backgroundOpacity: 0.25 }}
      classNames={{ content: "sheet", body: "sheet-body", header: "sheet-header" }}
      transitionProps={{ duration: 140 }}
    >
      {one.data === undefined && one.error === null ? <Waiting /> : null}
      <Trouble failure={one.error} retry={() => void one.refetch()} />
      {one.data !== undefined && found === null ? <NotFound /> : null}
      {found === null ? null : <Body event={found} before={one.data?.before ?? null} />}
    </Drawer>
  )
}

const Title = (props: { readonly event: Event | null; readonly fallback: string }) => {
  const texts = useTexts()
  if (props.event === null) return <span>{props.fallback}</span>
  return (
    <span className="sheet-title">
      <span>{eventName(texts, props.event.type)}</span>
      <strong>{subjectOf(props.event)}</strong>
    </span>
  )
}

const Body = (props: { readonly event: Event; readonly before: string | null }) => {
  const { audit, common } = useTexts()
  const format = useFormat()
  const who = useWho()
  const { event: it, before } = props
  const facts: ReadonlyArray<Fact> = [
    [audit.who, who(it)],
    [audit.when, format.time(it.created)],
    [audit.sequence, format.count(it.sequence)],
    [audit.typeInApi, <code key="type">{it.type}</code>],
  ]
  const chain: ReadonlyArray<readonly [string, string]> = [
    [audit.hash, it.hash],
    [audit.hashBefore, before ?? common.none],
    [audit.eventId, it.id],
    ...(it.actor.token_id === null ? [] : [[audit.tokenId, it.actor.token_id] as const]),
  ]
  return (
    <>
      <Facts of={facts} />
      <Changes event={it} />
      <section className="part" aria-label={audit.place}>
        <h3>{audit.place}</h3>
        <dl className="chain">
          {chain.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}
