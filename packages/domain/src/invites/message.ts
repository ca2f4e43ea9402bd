import type { Business } from "../core/records/businesses.ts"
import type { InviteRecord } from "../core/records/invites.ts"
import type { NewMessage } from "../core/records/messages.ts"

/**
 * The message that an invitee gets, without how to accept: its link is made when it is sent, so
 * that no secret is kept (`acceptance`).
 */
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
  ].join("\n\n"),
  invite_id: invite.id,
})

/** How to accept: by a link, or where there is none with the help of the operator. */
export const acceptance = (invite_id: number, url: string | null): string =>
  [
    ...(url === null
      ? [
          `To accept, contact the person who runs the service and give the invite number: ${invite_id}.`,
        ]
      : [`To accept, open this link within ${inviteDays} days. It works once:`, url]),
    "If you did not expect this message, you can ignore it.",
  ].join("\n\n")

/** How long the link of an invite can be used. */
export const inviteDays = 14
