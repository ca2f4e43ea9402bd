import { type NotificationKind, notificationKinds } from "../core/records/notifications.ts"

/** Recipient of an unsubscribe link, and the kind that it switches off. */
export interface UnsubscribeTarget {
  readonly client_id: number
  readonly user_id: number
  readonly kind: NotificationKind
}

/** Returns the text that a signature covers. No other signed text begins like this. */
export const signedText = ({ client_id, user_id, kind }: UnsubscribeTarget): string =>
  `unsubscribe ${client_id} ${user_id} ${kind}`

/** Returns the token of a link: its target in plain text, and the signature. */
export const unsubscribeToken = (
  { client_id, user_id, kind }: UnsubscribeTarget,
  signature: string,
): string => `${client_id}.${user_id}.${kind}.${signature}`

const token = /^([1-9]\d{0,14})\.([1-9]\d{0,14})\.([a-z_]{1,40})\.([\w-]{1,100})$/u

/** Returns the content of a token without checking its signature; null if it is not a token. */
export const readToken = (
  text: string,
): { readonly target: UnsubscribeTarget; readonly signature: string } | null => {
  const [, client_id, user_id, kind, signature = ""] = token.exec(text) ?? []
  const known = notificationKinds.find((_) => _ === kind)
  if (known === undefined) return null
  const target = { client_id: Number(client_id), user_id: Number(user_id), kind: known }
  return { target, signature }
}
