import { fold } from "../core/fold.ts"
import { byCreated, rolesOfBusiness as roles, users } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { all, andThen, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { Invite, InviteKey, InviteRecord } from "../core/records/invites.ts"
import { leftBudgets, namesakes } from "../users/looks.ts"
import { type InviteContext, showInvite } from "./context.ts"

/** Email address of a new invite, or id of an existing one. */
export type InviteChange =
  | { readonly email: string; readonly invite_id?: never }
  | Pick<InviteKey, "invite_id">

/** Loads the context of a decision about a new or an existing invite. */
export const inviteContext = (change: InviteChange): Look<InviteContext> => {
  if (change.invite_id === undefined) return ofAddress(change.email)
  return look({ invite: one("invites", { id: change.invite_id }) }, ({ invite }) =>
    invite === null ? nowhere : ofInvite(invite),
  )
}

const nothingHangs = {
  ...{ memberships: [], owners: [], budgets: [] },
  ...{ pending_topups: [], requesters: [], messages: [] },
}

const nowhere: Look<InviteContext> = look({ business: one("businesses"), roles }, (found) =>
  seen({ ...found, ...nothingHangs, invite: null, namesakes: [], pending: [] }),
)

/** Loads the users and the pending invites of an email address. */
const atAddress = (email: string) => ({
  business: one("businesses"),
  roles,
  namesakes: namesakes(email),
  pending: all("invites", { email_key: fold(email), used: false, is_cancelled: false }, byCreated),
})

const ofAddress = (email: string): Look<InviteContext> =>
  look(atAddress(email), (found) => seen({ ...found, ...nothingHangs, invite: null }))

/** Loads an invite with its memberships and ownerships, and the other owners of its budgets. */
const ofInvite = (invite: Invite): Look<InviteContext> =>
  look(
    {
      ...atAddress(invite.email),
      memberships: all("budget_members", { invite_id: invite.id }, byCreated),
      owning: all("budget_owners", { invite_id: invite.id }),
      messages: all("messages", { invite_id: invite.id }, byCreated),
    },
    ({ owning, ...found }) =>
      andThen(leftBudgets({ memberships: found.memberships, owning }), (left) =>
        look(
          { requesters: users(left.pending_topups.map((_) => _.requested_by)) },
          ({ requesters }) => seen({ ...found, ...left, invite, requesters }),
        ),
      ),
  )

/** "Pending and accepted, not cancelled", by `created` ascending, ties by id. */
export const invitesByCreated = (request: PageRequest): Look<Page<InviteRecord>> =>
  look(
    { roles, invites: pageOf("invites", { is_cancelled: false }, byCreated, request) },
    ({ roles, invites: { count, results } }) =>
      seen({ count, results: results.map((invite) => showInvite(invite, { roles })) }),
  )
