import type { Message } from "@outlay/domain/fields"

/** One address, with nothing in it that could be read as the end of one or as another. */
const address = /^[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]+@[^\s@"(),:;<>[\\\]\p{Cc}\p{Cf}]+$/u

/**
 * A message as nodemailer takes it, which reads texts as lists of addresses, the envelope's too; so
 * there is one of each. Nothing is read from files or from the network.
 *
 * @throws Error when the recipient is not one address.
 */
export const composed = (from: string, { id, to, subject, text }: Message) => {
  if (!address.test(to)) throw new Error(`${JSON.stringify(to)} is not one address`)
  return {
    from: { name: "", address: from },
    to: { name: "", address: to },
    envelope: { from, to: [to] },
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    subject,
    text,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
