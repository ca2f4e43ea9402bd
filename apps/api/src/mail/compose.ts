import type { MailedMessage } from "@outlay/domain/fields"

/** One address without characters that could end it or start another. */
const address = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]+@[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]+$/u

/**
 * Headers that let mail clients unsubscribe with one POST (RFC 8058) and keep programs from
 * replying (RFC 3834). A header in angle brackets is neither folded nor encoded.
 */
const headersOf = (url: string) => ({
  "List-Unsubscribe": { prepared: true, value: `<${url}>` },
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  "Auto-Submitted": "auto-generated",
})

/**
 * Returns a message for nodemailer. It parses texts as lists of addresses, also in the envelope, so
 * this sets one of each. Nothing is read from files or the network.
 *
 * @throws Error if the recipient is not one address.
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
