import { Result } from "effect"
import { epoch, timestamp } from "../core/dates.ts"
import { created, type Decision, nothing, type Part } from "../core/decision.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Invite } from "../core/records/invites.ts"
import { type NewMessage, outgoing } from "../core/records/messages.ts"
import type { SignInLink } from "../core/records/sign-in-links.ts"
import type { User } from "../core/records/users.ts"
import { NotFound } from "../core/refusals.ts"
import { inviteDays } from "../invites/message.ts"
import type { BusinessUser } from "./store.ts"

/** "15 minutes, once." */
const validMinutes = 15

/** Data that a store loads under its lock before a decision about a link. */
export interface SignInLinkContext {
  readonly business: Business | null
  /** Link that is used; null for a new one, or if it was used before. */
  readonly link: SignInLink | null
  /** User whom the link signs in, deleted or not; null for an invite. */
  readonly user: User | null
}

export interface SignInLinkCommand {
  readonly client_id: number
  readonly id: string
  readonly user_id: number
  readonly digest: string
  readonly return_to: string | null
  readonly now: string
}

/** Link of a user, and the name of the business that it signs in to. */
export interface UserLink {
  readonly link: SignInLink
  readonly business: string
}

/**
 * Creates a link that signs a user in.
 *
 * Refuses, in this order: an unknown business; an unknown or deleted user.
 */
export const decideSignInLink = (
  { business, user }: SignInLinkContext,
  command: SignInLinkCommand,
): Result.Result<Decision<UserLink>, NotFound> => {
  const { client_id, id, user_id, digest, return_to, now } = command
  if (business === null) return Result.fail(new NotFound({ what: "business", id: client_id }))
  if (user === null || user.is_deleted) {
    return Result.fail(new NotFound({ what: "user", id: user_id }))
  }
  const expires_at = timestamp(epoch(now) + validMinutes * 60_000)
  const link: SignInLink = {
    ...{ client_id, id, user_id, invite_id: null, digest, return_to, expires_at },
    ...{ created: now, updated: now },
  }
  const result = { link, business: business.name }
  return Result.succeed({ ...nothing(result), writes: [created("sign_in_links", link)] })
}

export interface InviteLinkCommand {
  readonly client_id: number
  readonly id: string
  readonly invite_id: number
  readonly digest: string
  readonly now: string
}

/**
 * Creates a link that accepts an invite; returns null if the invite is unknown, accepted or
 * cancelled.
 */
export const decideInviteLink = (
  { invite }: { readonly invite: Invite | null },
  { client_id, id, invite_id, digest, now }: InviteLinkCommand,
): Result.Result<Decision<SignInLink | null>> => {
  if (invite === null || invite.used || invite.is_cancelled) return Result.succeed(nothing(null))
  const expires_at = timestamp(epoch(now) + inviteDays * 86_400_000)
  const link: SignInLink = {
    ...{ client_id, id, user_id: null, invite_id, digest, return_to: null, expires_at },
    ...{ created: now, updated: now },
  }
  return Result.succeed({ ...nothing(link), writes: [created("sign_in_links", link)] })
}

/** Returns true if a link can be used at this instant. */
export const isUsable = (link: SignInLink | null, now: string): link is SignInLink =>
  link !== null && now < link.expires_at

export interface SignInMessageCommand {
  readonly client_id: number
  readonly id: string
  readonly people: ReadonlyArray<BusinessUser>
  readonly return_to: string | null
  readonly now: string
}

/** Writes the message that signs people in, to the address that the user has on record. */
export const decideSignInMessage = (
  { user }: SignInLinkContext,
  { people, return_to, ...stamp }: SignInMessageCommand,
): Result.Result<Decision<void>> => {
  if (user === null || user.is_deleted) return Result.succeed(nothing(undefined))
  const message: NewMessage = {
    to: user.email,
    subject: "Your sign-in link",
    text: "",
    sign_in: { people, return_to },
  }
  const part: Part = { ...nothing(null), writes: [created("messages", outgoing(message, stamp))] }
  return Result.succeed({ ...part, result: undefined })
}

/** Link in a message: name of its business, and its URL. */
export interface NamedLink {
  readonly business: string
  readonly url: string
}

/** Returns the text of the message. */
export const signInText = (links: ReadonlyArray<NamedLink>): string => {
  const [first, ...others] = links
  const parts =
    others.length === 0
      ? [`Sign in to ${first?.business}:`, String(first?.url)]
      : ["Choose a business to sign in to:", ...links.map((_) => `${_.business}:\n${_.url}`)]
  return [
    "Hello,",
    ...parts,
    `Each link works once, within ${validMinutes} minutes.`,
    "If you did not request this message, you can ignore it. Do not forward it.",
  ].join("\n\n")
}
