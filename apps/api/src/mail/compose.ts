import type { Message } from "@outlay/domain"

/**
 * A message as nodemailer takes it. Sender and recipient are given as addresses and as an envelope,
 * never as a text that could be read as a list of them; nothing is read from files or the network.
 */
export const composed = (from: string, { id, to, subject, text }: Message) => ({
  from: { name: "", address: from },
  to: { name: "", address: to },
  envelope: { from, to: [to] },
  messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
  subject,
  text,
  disableFileAccess: true,
  disableUrlAccess: true,
})
