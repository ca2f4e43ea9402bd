import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import { useTexts } from "../texts/languages.ts"

/**
 * Note for people who expect an email from a service without a mail server: the emails are in a
 * folder.
 */
export const MailNote = () => {
  const { common } = useTexts()
  const mail = useQuery(ask.mail).data
  return mail === "folder" ? <p className="note">{common.mailInFolder}</p> : null
}
