import type { Business } from "../core/records/businesses.ts"
import type { InviteRecord } from "../core/records/invites.ts"
import type { NewMessage } from "../core/records/messages.ts"

/** The message that an invitee gets. It holds no secret: the operator accepts for the invitee. */
export const invitation = (
  { name }: Pick<Business, "name">,
  invite: Pick<InviteRecord, "id" | "email" | "role" | "payment_types">,
): NewMessage => ({
  to: invite.email,
  subject: `${name} invites you to manage expenses`,
  text: [
    "Hello,",
    `${name} invites you to its expense management.`,
    `Your role: ${invite.role}\nYou can use: ${invite.payment_types.join(", ")}`,
    `To accept, answer whoever runs the service for ${name}, with the number of this invite: ${invite.id}.`,
    "If you did not expect this message, you need to do nothing.",
  ].join("\n\n"),
  invite_id: invite.id,
})
