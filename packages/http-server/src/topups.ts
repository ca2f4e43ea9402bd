import { Topups } from "@outlay/domain"
import { topups } from "@outlay/http-contract"
import { handler } from "./kernel/handler.ts"

/** A path without a member names the budget itself. */
const ofBudget = <P extends object>(params: P) => ({ ...params, budget_member_id: null })

export const topupHandlers = [
  handler(topups.list, ({ params, query }) => Topups.use((_) => _.list(ofBudget(params), query))),
  handler(topups.create, ({ params, body }) => Topups.use((_) => _.create(ofBudget(params), body))),
  handler(topups.listOfMember, ({ params, query }) => Topups.use((_) => _.list(params, query))),
  handler(topups.createOfMember, ({ params, body }) => Topups.use((_) => _.create(params, body))),
  handler(topups.approve, ({ params: { topup_id, ...target } }) =>
    Topups.use((_) => _.act("approve", ofBudget(target), topup_id)),
  ),
  handler(topups.approveOfMember, ({ params: { topup_id, ...target } }) =>
    Topups.use((_) => _.act("approve", target, topup_id)),
  ),
  handler(topups.decline, ({ params: { topup_id, ...target } }) =>
    Topups.use((_) => _.act("decline", ofBudget(target), topup_id)),
  ),
  handler(topups.declineOfMember, ({ params: { topup_id, ...target } }) =>
    Topups.use((_) => _.act("decline", target, topup_id)),
  ),
  handler(topups.cancel, ({ params: { topup_id, ...target } }) =>
    Topups.use((_) => _.act("cancel", ofBudget(target), topup_id)),
  ),
  handler(topups.cancelOfMember, ({ params: { topup_id, ...target } }) =>
    Topups.use((_) => _.act("cancel", target, topup_id)),
  ),
]
