import type { Answer, Business, Json, Trial } from "../check.ts"
import { expectUnchanged } from "./difference.ts"
import { canonical, expectRefused, idOf, idsOf, isActive, recordsOf } from "./steps.ts"

export const invitesOf = (trial: Trial): Promise<ReadonlyArray<Json>> =>
  recordsOf(trial, "invites.list")

/** Pending invites: an accepted one has `used` or is not listed. */
export const pendingInvites = async (trial: Trial): Promise<ReadonlyArray<Json>> =>
  (await invitesOf(trial)).filter(({ used }) => used !== true)

/** Active users with this address, ignoring case. */
export const usersWith = async (trial: Trial, email: string): Promise<ReadonlyArray<Json>> =>
  (await recordsOf(trial, "users.list")).filter(
    (user) => isActive(user) && String(user?.email).toLowerCase() === email.toLowerCase(),
  )

export const send = (trial: Trial, body: Json): Promise<Answer> =>
  trial.business.call("invites.create", { body })

/** A valid request with every field. */
export const goodInvite = (trial: Trial, name = "new"): Json => ({
  email: `${name}@invited.example`,
  role_id: idOf(trial, "roles", "least"),
  payment_types: ["cards"],
})

export const accept = (trial: Trial, { client_id }: Business, invite_id: string): Promise<Json> =>
  trial.act("accept-invite", { client_id, invite_id, first_name: "Zoe", last_name: "Quill" })

/** Checks that each body is refused and creates neither an invite nor a user. */
export const expectNoInvite = async (
  trial: Trial,
  what: string,
  bodies: ReadonlyArray<Json>,
): Promise<void> => {
  const seen = async () =>
    canonical([idsOf(await invitesOf(trial)), idsOf(await recordsOf(trial, "users.list"))])
  const before = await seen()
  for (const body of bodies) expectRefused(trial, await send(trial, body), what)
  const after = await seen()
  expectUnchanged(trial, "the invites and users of before", [before, after])
}
