import { type PageRequest, Topups } from "@outlay/domain"
import type { CreateTopup, DecideTopup } from "@outlay/domain/fields"
import type { ActOnTopup } from "@outlay/domain/rules"
import { topups } from "@outlay/http-contract"
import { handlersOf } from "./kernel/handler.ts"

interface Params {
  readonly client_id: number
  readonly budget_id: string
  readonly budget_member_id?: number
}

interface TopupParams extends Params {
  readonly topup_id: string
}

/** A path without a member means the budget itself. */
const targetOf = ({ client_id, budget_id, budget_member_id }: Params) => ({
  client_id,
  budget_id,
  budget_member_id: budget_member_id ?? null,
})

const list = ({ params, query }: { readonly params: Params; readonly query: PageRequest }) =>
  Topups.use((_) => _.list(targetOf(params), query))

const create = ({ params, body }: { readonly params: Params; readonly body: CreateTopup }) =>
  Topups.use((_) => _.create(targetOf(params), body))

const act =
  (action: ActOnTopup["action"]) =>
  ({ params, body }: { readonly params: TopupParams; readonly body: DecideTopup }) =>
    Topups.use((_) => _.act(action, targetOf(params), params.topup_id, body))

/** Topups of budgets and of members have the same use cases. */
export const topupsHandlers = handlersOf(topups, {
  listOfBusiness: ({ params, query: { offset, limit, ...filter } }) =>
    Topups.use((_) => _.listOfBusiness(params.client_id, filter, { offset, limit })),
  list,
  create,
  listOfMember: list,
  createOfMember: create,
  approve: act("approve"),
  approveOfMember: act("approve"),
  decline: act("decline"),
  declineOfMember: act("decline"),
  cancel: act("cancel"),
  cancelOfMember: act("cancel"),
})
