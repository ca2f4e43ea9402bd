import { Button } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { useQuery } from "@tanstack/react-query"
import { Link, useSearch } from "@tanstack/react-router"
import { type ReactNode, useRef, useState } from "react"
import * as ask from "../api/queries.ts"
import type { BusinessTopup, Topup } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { useBusiness, useMe } from "../app/business.ts"
import { Trouble } from "../app/states.tsx"
import { useFormat } from "../core/format.ts"
import { fromWire } from "../core/money.ts"
import { may, mayOnBudget } from "../core/rights.ts"
import { Monogram } from "../parts/monogram.tsx"
import { Tag, type Tone } from "../parts/tag.tsx"
import type { Texts } from "../texts/english.ts"
import { useTexts } from "../texts/languages.ts"
import { DeclineDialog } from "./decline-dialog.tsx"
import { type Decision, decide } from "./topup.ts"

const tones: Readonly<Record<Topup["status"], Tone>> = {
  PENDING: "warn",
  APPROVED: "good",
  DECLINED: "bad",
  CANCELLED: "calm",
}

const statusNames = ({ pending, approved, declined, cancelled }: Texts["approvals"]) => ({
  PENDING: pending,
  APPROVED: approved,
  DECLINED: declined,
  CANCELLED: cancelled,
})

export const TopupStatus = ({ status }: { readonly status: Topup["status"] }) => {
  const { approvals } = useTexts()
  return <Tag tone={tones[status]}>{statusNames(approvals)[status]}</Tag>
}

/** One request: who asks for what, its effect, and the buttons that the person may press. */
export const Request = (props: { readonly topup: BusinessTopup; readonly check?: ReactNode }) => {
  const { topup, check } = props
  const { approvals } = useTexts()
  const format = useFormat()
  const who = topup.requested_by?.name ?? approvals.someone
  const decided = topup.actioned_by
  const { topup: linked } = useSearch({ from: "/inside/approvals" })
  return (
    <li
      className="card request"
      tabIndex={-1}
      aria-current={topup.id === linked ? "true" : undefined}
    >
      {check ?? <Monogram name={who} />}
      <div className="request-text">
        <span>
          {approvals.asks(who)} <strong>{format.money(topup.amount)}</strong>{" "}
          <Limit topup={topup} />
        </span>
        <span>{topup.description}</span>
        <small>
          <Link to="/budgets/$budget_id" params={{ budget_id: topup.budget.id }}>
            {topup.budget.name}
          </Link>{" "}
          · {format.time(topup.created)}
          {decided === null ? "" : ` · ${approvals.by(decided.name)}`}
        </small>
        {topup.reason === null ? null : <span>{approvals.because(topup.reason)}</span>}
        {topup.status === "PENDING" ? <Effect topup={topup} /> : null}
        {topup.status === "PENDING" && !topup.can_decide ? <Deciders topup={topup} /> : null}
      </div>
      <Buttons topup={topup} />
    </li>
  )
}

/** Current limit of the member, for a budget whose members have limits. */
const Limit = ({ topup }: { readonly topup: BusinessTopup }) => {
  const { approvals } = useTexts()
  const user = topup.member?.user ?? null
  if (user === null) return null
  return user.id === topup.requested_by?.id ? approvals.forSelf : approvals.forMember(user.name)
}

/** Effect on the available amount: of the member whose limit grows, or of the budget. */
const Effect = ({ topup }: { readonly topup: BusinessTopup }) => {
  const { approvals } = useTexts()
  const { currency } = useBusiness()
  const format = useFormat()
  const { member } = topup
  const budgets = useQuery(ask.budgets)
  const budget = budgets.data?.find(({ id }) => id === topup.budget.id)
  const seesMembers = mayOnBudget(useMe(), topup.budget.id, "budget_members", "read")
  const members = useQuery({
    ...ask.members(topup.budget.id),
    enabled: member !== null && seesMembers,
  })
  const of = member === null ? budget : members.data?.find(({ id }) => id === member.id)
  if (of === undefined) return (member === null ? budgets : members).isLoading ? <Room /> : null
  const before = fromWire(of.available_amount, currency)
  const amounts = [before, before + fromWire(topup.amount, currency)].map((_) => format.minor(_))
  const [from = "", to = ""] = amounts
  const name = member?.user?.name
  return (
    <small>
      {name === undefined ? approvals.effect(from, to) : approvals.effectOn(name, from, to)}
    </small>
  )
}

/** Reserves the space of a line that is loading, so that no button moves under the pointer. */
const Room = () => <small aria-hidden>{"\u00a0"}</small>

/**
 * Names who decides the request, for a person who may not; with names if the person may see the
 * owners.
 */
const Deciders = ({ topup: { budget, requested_by } }: { readonly topup: BusinessTopup }) => {
  const me = useMe()
  const { approvals } = useTexts()
  const seesOwners = mayOnBudget(me, budget.id, "budget_owners", "read")
  const owners = useQuery({ ...ask.owners(budget.id), enabled: seesOwners }).data
  if (!seesOwners) return <small>{approvals.ownersCanDecide}</small>
  if (owners === undefined) return <Room />
  // People do not decide their own requests if someone else can.
  const others = owners.flatMap(({ user }) =>
    user === undefined || user.id === requested_by?.id ? [] : [user.name],
  )
  return <small>{approvals.canDecide(others)}</small>
}

/** Moves the focus to the next request when the decided one disappears, and decides nothing. */
const focusNext = (row: Element | null | undefined): void => {
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const page = document.getElementById("content")
  const place = next instanceof HTMLElement ? next : page
  place?.focus()
}

const Buttons = ({ topup }: { readonly topup: BusinessTopup }) => {
  const me = useMe()
  const { approvals } = useTexts()
  const format = useFormat()
  const [isDeclining, decline] = useState(false)
  const buttons = useRef<HTMLDivElement>(null)
  const write = useWrite({
    send: (decision: Decision, key) => decide(topup, decision, key),
    refreshes: [["topups"], ["budgets"]],
    done: ({ status, amount }) => {
      decline(false)
      focusNext(buttons.current?.closest("li"))
      const message = `${statusNames(approvals)[status]}: ${format.money(amount)}`
      notifications.show({ message, color: "quay" })
    },
  })
  if (topup.status !== "PENDING") {
    return (
      <div className="request-actions" ref={buttons}>
        <TopupStatus status={topup.status} />
        <Trouble failure={write.error} />
      </div>
    )
  }
  const isMine = me.user !== null && topup.requested_by?.id === me.user.id
  const mayCancel = isMine || (me.role.name === "Admin" && may(me, "topups", "update"))
  return (
    <div className="request-actions" ref={buttons}>
      {topup.can_decide ? (
        <>
          <Button loading={write.isPending} onClick={() => write.mutate({ verb: "approve" })}>
            {approvals.approve}
          </Button>
          <Button variant="default" disabled={write.isPending} onClick={() => decline(true)}>
            {approvals.decline}
          </Button>
        </>
      ) : (
        <TopupStatus status={topup.status} />
      )}
      {isMine && mayCancel ? (
        <Button
          variant="subtle"
          color="gray"
          disabled={write.isPending}
          onClick={() => write.mutate({ verb: "cancel" })}
        >
          {approvals.cancel}
        </Button>
      ) : null}
      {isDeclining ? (
        <DeclineDialog count={1} close={() => decline(false)} write={write} />
      ) : (
        <Trouble failure={write.error} />
      )}
    </div>
  )
}
