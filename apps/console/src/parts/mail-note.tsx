import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import { useTexts } from "../texts/languages.ts"

/** Where the service has no mail server: where its emails are, for whoever waits for one. */
export const MailNote = () => {
  const { common } = useTexts()
  const mail = useQuery(ask.mail).data
  return mail === "folder" ? <p className="note">{common.mailInFolder}</p> : null
}
