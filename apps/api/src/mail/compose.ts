import type { MailedMessage } from "@outlay/domain/fields"

/** One address, with nothing in it that could be read as the end of one or as another. */
const address = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]+@[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]+$/u

/**
 * By RFC 8058 the mail client ends such messages by itself, with one POST; by RFC 3834 no program
 * answers them. A header in angle brackets is not folded, and not encoded.
 */
const headersOf = (url: string) => ({
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  "Auto-Submitted": "auto-generated",
})

/**
 * A message as nodemailer takes it, which reads texts as lists of addresses, the envelope's too; so
 * there is one of each. Nothing is read from files or from the network.
 *
 * @throws Error when the recipient is not one address.
 */
export const composed = (from: string, message: MailedMessage) => {
  const { id, to, subject, text, html, unsubscribe_url } = message
  if (!address.test(to)) throw new Error(`${JSON.stringify(to)} is not one address`)
  return {
    from: { name: "", address: from },
    to: { name: "", address: to },
    envelope: { from, to: [to] },
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    subject,
    text,
    ...(html === null ? {} : { html }),
    headers: unsubscribe_url === null ? {} : headersOf(unsubscribe_url),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
