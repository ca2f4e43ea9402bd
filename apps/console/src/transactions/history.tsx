import { useQuery } from "@tanstack/react-query"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import type { Event, Movement, Transaction } from "../api/records.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { Trouble } from "../app/states.tsx"
import { eventName } from "../audit/names.ts"
import { useWho } from "../audit/who.ts"
import { useFormat } from "../core/format.ts"
import { may } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"

/** Movements of the transaction, and its changes for people who may read the audit trail. */
export const History = ({ transaction }: { readonly transaction: Transaction }) => {
  const me = useMe()
  const { sheet } = useTexts()
  const movements = useQuery(ask.movements(transaction.id))
  const { currency } = useBusiness()
  // Balances are shown only for the business's currency: movements do not name the wallet of a
  // foreign amount.
  const showsBalance = may(me, "balances", "read") && transaction.currency === currency
  return (
    <>
      <section className="part" aria-label={sheet.movements}>
        <h3>{sheet.movements}</h3>
        <Trouble failure={movements.error} />
        <ul className="timeline">
          {(movements.data ?? []).map((movement) => (
            <Step key={movement.id} {...{ movement, transaction, showsBalance }} />
          ))}
        </ul>
      </section>
      {may(me, "audit", "read") ? <Events transaction={transaction} /> : null}
    </>
  )
}

const Step = (props: {
  readonly movement: Movement
  readonly transaction: Transaction
  readonly showsBalance: boolean
}) => {
  const { sheet } = useTexts()
  const format = useFormat()
  const { currency } = useBusiness()
  const { kind, date, amount, fx_amount, balance_after } = props.movement
  const foreign = props.transaction.currency
  return (
    <li>
      <span>
        <strong>{sheet.kinds[kind] ?? kind}</strong>
        <small>{format.time(date)}</small>
      </span>
      <span className="figure">
        {format.money(amount)}
        {foreign === currency ? null : <small>{format.money(fx_amount, foreign)}</small>}
        {props.showsBalance ? (
          <small>{sheet.balanceAfter(format.money(balance_after))}</small>
        ) : null}
      </span>
    </li>
  )
}

const maxEvents = 500

const eventsOf = async (transaction: Transaction): Promise<ReadonlyArray<Event>> => {
  const between = async (min_created: string, max_created: string) =>
    dataOf(
      api.GET("/v1/businesses/{client_id}/events", {
        params: { path: ofBusiness(), query: { min_created, max_created, limit: maxEvents } },
      }),
    )
  const { created, updated, id } = transaction
  const all = await between(created, updated)
  // Over a long time, only the first and the last events can be found without reading all.
  const pages = all.next === null ? [all] : [all, await between(updated, updated)]
  return pages
    .flatMap(({ results }) => results)
    .filter((event) => "id" in event.data && event.data.id === id)
}

const Events = ({ transaction }: { readonly transaction: Transaction }) => {
  const texts = useTexts()
  const { sheet } = texts
  const format = useFormat()
  const who = useWho()
  const events = useQuery({
    queryKey: ["events", "of", transaction.id, transaction.updated],
    queryFn: () => eventsOf(transaction),
  })
  return (
    <section className="part" aria-label={sheet.history}>
      <h3>{sheet.history}</h3>
      <Trouble failure={events.error} />
      <ul className="timeline">
        {(events.data ?? []).map((event) => (
          <li key={event.id}>
            <span>
              <strong>{eventName(texts, event.type)}</strong>
              <small>
                {format.time(event.created)} {sheet.recordedBy(who(event))}
              </small>
            </span>
            <small className="figure">
              {Object.keys(event.previous ?? {})
                .map((field) => texts.audit.fields[field] ?? field.replaceAll("_", " "))
                .join(", ")}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
