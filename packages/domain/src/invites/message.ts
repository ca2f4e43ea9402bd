import type { Business } from "../core/records/businesses.ts"
import type { InviteRecord } from "../core/records/invites.ts"
import type { NewMessage } from "../core/records/messages.ts"

/**
 * Returns the message to an invitee, without the link: it is created when the message is sent
 * (`acceptance`), so that no secret is stored.
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

/** Returns the instructions to accept: a link, or the help of the operator if there is no link. */
export const acceptance = (invite_id: number, url: string | null): string =>
  [
    ...(url === null
      ? [
          `To accept, contact the person who runs the service and give the invite number: ${invite_id}.`,
        ]
      : [`To accept, open this link within ${inviteDays} days. It works once:`, url]),
    "If you did not expect this message, you can ignore it.",
  ].join("\n\n")

/** Days for which the link of an invite is valid. */
export const inviteDays = 14
