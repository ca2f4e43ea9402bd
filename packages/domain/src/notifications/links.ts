import { type NotificationKind, notificationKinds } from "../core/records/notifications.ts"

/** Whom a link is for, and what it ends. */
export interface UnsubscribeTarget {
  readonly client_id: number
  readonly user_id: number
  readonly kind: NotificationKind
}

/** What a signature covers: nothing else that is ever signed begins like this. */
export const signedText = ({ client_id, user_id, kind }: UnsubscribeTarget): string =>
  `unsubscribe ${client_id} ${user_id} ${kind}`

/** The token of a link: whom it is for, in plain text, and the signature. */
export const unsubscribeToken = (
  { client_id, user_id, kind }: UnsubscribeTarget,
  signature: string,
): string => `${client_id}.${user_id}.${kind}.${signature}`

const token = /^([1-9]\d{0,14})\.([1-9]\d{0,14})\.([a-z_]{1,40})\.([\w-]{1,100})$/u

/** What a token says, whether or not it is signed; null for what is no token. */
export const readToken = (
  text: string,
): { readonly target: UnsubscribeTarget; readonly signature: string } | null => {
  const [, client_id, user_id, kind, signature = ""] = token.exec(text) ?? []
  const known = notificationKinds.find((_) => _ === kind)
  if (known === undefined) return null
  const target = { client_id: Number(client_id), user_id: Number(user_id), kind: known }
  return { target, signature }
}
