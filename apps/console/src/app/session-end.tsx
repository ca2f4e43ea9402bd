import { Button, Modal } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { IconExternalLink } from "@tabler/icons-react"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { answered, api } from "../api/client.ts"
import { setEnd, useEnd } from "../api/end.ts"
import { beginSession, currentSession, watchTabs } from "../api/session.ts"
import { useTexts } from "../texts/languages.ts"
import { useMe } from "./business.ts"

/** An Escape on what has this closes nothing: a form below would lose what is typed in it. */
const closesNothing = { "data-mantine-stop-propagation": "true" }

/** Signs in without leaving the page. */
export const SignInAgain = (given: { readonly isFirst?: boolean }) => {
  const { trouble } = useTexts()
  return (
    <Button
      component="a"
      href="/sign-in"
      target="_blank"
      rel="noreferrer"
      rightSection={<IconExternalLink size={16} aria-hidden />}
      data-autofocus={given.isFirst}
      {...(given.isFirst ? closesNothing : {})}
    >
      {trouble.signInInTab}
    </Button>
  )
}

/** Sees that the same person has signed in again, in another tab. */
const useReturn = (hasEnded: boolean): void => {
  const me = useMe()
  const queries = useQueryClient()
  const { trouble } = useTexts()
  const user_id = me.user?.id ?? null
  const { client_id } = me.business
  useEffect(() => {
    if (!hasEnded) return
    const look = async () => {
      const offer = await answered(api.GET("/sign-in", { cache: "no-store" })).catch(() => null)
      const session = offer?.session ?? null
      if (session?.client_id !== client_id || session.user_id !== user_id) return
      // The other tab has told all tabs already.
      if (currentSession()?.token !== null) beginSession({ client_id, token: null })
      setEnd("none")
      notifications.show({ message: trouble.signedInAgain, color: "quay" })
      await queries.invalidateQueries()
    }
    const see = () => void look()
    const forget = watchTabs(see)
    window.addEventListener("focus", see)
    return () => {
      forget()
      window.removeEventListener("focus", see)
    }
  }, [hasEnded, user_id, client_id, queries, trouble])
}

/** Says, over whatever somebody works on, that their session has ended; the work stays. */
export const SessionEnd = () => {
  const { signIn, trouble } = useTexts()
  const end = useEnd()
  useReturn(end !== "none")
  return (
    <Modal
      opened={end === "fresh"}
      onClose={() => setEnd("told")}
      title={signIn.ended}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      zIndex={500}
      centered
    >
      <p>{trouble.endedHelp}</p>
      <div className="dialog-foot">
        <Button variant="default" onClick={() => setEnd("told")} {...closesNothing}>
          {trouble.later}
        </Button>
        <SignInAgain isFirst />
      </div>
    </Modal>
  )
}

/** The same beside the button that was pressed. */
export const EndNote = () => {
  const { signIn, trouble } = useTexts()
  if (useEnd() === "none") return null
  return (
    <div className="trouble" role="alert" tabIndex={-1}>
      <strong>{signIn.ended}</strong>
      <p>{trouble.endedHelp}</p>
      <SignInAgain />
    </div>
  )
}
