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
    `To accept, contact the person who runs the service for ${name} and give the invite number: ${invite.id}.`,
    "If you did not expect this message, you can ignore it.",
  ].join("\n\n"),
  invite_id: invite.id,
})
