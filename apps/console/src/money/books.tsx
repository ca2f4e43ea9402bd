import { Button, TextInput } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { IconAlertTriangle, IconCircleCheck, IconLock, IconLockOpen } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import * as ask from "../api/queries.ts"
import type { Books } from "../api/records.ts"
import type { Seen } from "../api/versions.ts"
import { useWrite } from "../api/write.ts"
import { useMe } from "../app/business.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { useWho } from "../audit/who.ts"
import { addDays, dayOf, monthStart } from "../core/days.ts"
import { useFormat } from "../core/format.ts"
import { isAdmin, may } from "../core/rights.ts"
import { Confirm } from "../parts/confirm.tsx"
import { useTexts } from "../texts/languages.ts"
import { queryOf } from "../transactions/filters.ts"

/** Lock date of the books, and the form that closes more of them. */
export const Closing = () => {
  const me = useMe()
  const seen = useQuery(ask.books)
  return (
    <div className="stack form-narrow">
      <Trouble failure={seen.error} retry={() => void seen.refetch()} />
      {seen.data === undefined ? (
        seen.error === null ? (
          <Waiting />
        ) : null
      ) : (
        <>
          <State locked={seen.data.data.locked_through} />
          <CloseForm key={seen.data.data.locked_through} seen={seen.data} />
        </>
      )}
      {may(me, "audit", "read") ? <Past /> : null}
    </div>
  )
}

const State = ({ locked }: { readonly locked: string | null }) => {
  const { books } = useTexts()
  const format = useFormat()
  return (
    <section className="card state" aria-label={books.title}>
      {locked === null ? (
        <IconLockOpen size={26} aria-hidden />
      ) : (
        <IconLock size={26} aria-hidden />
      )}
      <div className="stack-tight">
        <h2>{locked === null ? books.open : books.closed(format.day(locked))}</h2>
        <p className="dim">{books.locks}</p>
        <p className="dim">{books.who}</p>
      </div>
    </section>
  )
}

/** Closes the books through a day; null reopens all of them. */
const useClose = (locked_through: string | null, etag: string | null) => {
  const { common } = useTexts()
  return useWrite({
    send: (_: undefined) =>
      dataOf(
        api.PUT("/v1/businesses/{client_id}/books", {
          params: { path: ofBusiness() },
          body: { locked_through },
          headers: etag === null ? {} : { "If-Match": etag },
        }),
      ),
    refreshes: [["books"], ["me"], ["events"]],
    done: () => notifications.show({ message: common.saved, color: "quay" }),
  })
}

/** Returns the last day of the last complete month. */
const monthEnd = (): string => addDays(monthStart(dayOf(new Date())), -1)

const CloseForm = ({ seen }: { readonly seen: Seen<Books> }) => {
  const me = useMe()
  const { books } = useTexts()
  const format = useFormat()
  const locked = seen.data.locked_through
  const suggested = monthEnd()
  const [day, choose] = useState(locked === null || suggested > locked ? suggested : "")
  const write = useClose(day, seen.etag)
  const openAll = useClose(null, seen.etag)
  const isEarlier = locked !== null && day !== "" && day < locked
  const isBack = isEarlier && isAdmin(me)
  const isReady = day !== "" && day !== locked && isEarlier === isBack
  const error = write.error instanceof Refusal ? write.error.at("/locked_through") : undefined
  const tooEarly = isEarlier && !isBack ? books.onlyForward(format.day(locked)) : undefined
  return (
    <section className="card stack" aria-label={books.toClose}>
      <div className="row row-end">
        <TextInput
          type="date"
          className="own-day"
          label={books.through}
          description={books.throughHelp}
          value={day}
          max="9999-12-31"
          min={isAdmin(me) || locked === null ? undefined : addDays(locked, 1)}
          error={error ?? tooEarly}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {day === suggested || (locked !== null && suggested <= locked) ? null : (
          <Button variant="default" onClick={() => choose(suggested)}>
            {books.endOf(format.month(suggested))}
          </Button>
        )}
      </div>
      {isReady && !isBack ? <Incomplete through={day} /> : null}
      <div className="row">
        <Confirm
          title={
            isBack
              ? books.reopenTitle(format.day(addDays(day, 1)))
              : books.closeTitle(day === "" ? "" : format.day(day))
          }
          text={isBack ? books.reopenSure : isAdmin(me) ? books.closeSure : books.closeSureOnce}
          action={isBack ? books.toReopen : books.toClose}
          write={write}
        >
          {(open) => (
            <Button
              onClick={open}
              disabled={!isReady}
              leftSection={isBack ? <IconLockOpen size={16} /> : <IconLock size={16} />}
            >
              {isBack ? books.toReopen : books.toClose}
            </Button>
          )}
        </Confirm>
        {locked === null || !isAdmin(me) ? null : (
          <Confirm
            title={books.openAll}
            text={books.openAllSure}
            action={books.openAll}
            write={openAll}
          >
            {(open) => (
              <Button variant="subtle" color="gray" onClick={open}>
                {books.openAll}
              </Button>
            )}
          </Confirm>
        )}
      </div>
    </section>
  )
}

/** Incomplete expenses that would be closed. */
const Incomplete = ({ through }: { readonly through: string }) => {
  const { books } = useTexts()
  const format = useFormat()
  const filters = { expense: "incomplete", to: through } as const
  const count = useQuery(ask.transactions({ ...queryOf(filters), limit: 1 })).data?.count
  if (count === undefined) return null
  if (count === 0) {
    return (
      <p className="state-line good">
        <IconCircleCheck size={18} aria-hidden /> {books.allComplete}
      </p>
    )
  }
  return (
    <p className="state-line warn">
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        {books.incomplete(format.count(count), count === 1)}{" "}
        <Link to="/transactions" search={filters}>
          {books.seeIncomplete}
        </Link>
      </span>
    </p>
  )
}

const maxEvents = 6

/** Past changes of the lock date, with their authors. */
const Past = () => {
  const { books } = useTexts()
  const format = useFormat()
  const who = useWho()
  const events = useQuery(ask.events({ type: "books.updated" }, 1, maxEvents))
  const all = events.data?.results ?? []
  if (all.length === 0) return <Trouble failure={events.error} />
  return (
    <section className="part" aria-label={books.history}>
      <h3>{books.history}</h3>
      <ul className="timeline">
        {all.map((event) => {
          const { locked_through: day } = event.data as Books
          return (
            <li key={event.id}>
              <span>
                <strong>{day === null ? books.openedAll : books.closed(format.day(day))}</strong>
                <small>{books.by(who(event), format.time(event.created))}</small>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
