import { Button, Modal } from "@mantine/core"
import { notifications } from "@mantine/notifications"
import { IconExternalLink } from "@tabler/icons-react"
import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { guard } from "../api/client.ts"
import { currentEnd, type End, setEnd, useEnd } from "../api/end.ts"
import { watchReturn } from "../api/guard.ts"
import { useTexts } from "../texts/languages.ts"

/** Attribute that stops Escape from closing a form below, whose input would be lost. */
const closesNothing = { "data-mantine-stop-propagation": "true" }

interface Given {
  readonly cause: End["cause"]
  readonly isFirst?: boolean
}

/** Signs in again without leaving the page, also if another person has signed in meanwhile. */
const SignInAgain = ({ cause, isFirst }: Given) => {
  const { trouble } = useTexts()
  return (
    <Button
      component="a"
      href={cause === "other" ? "/sign-in?other=true" : "/sign-in"}
      target="_blank"
      rel="noreferrer"
      rightSection={<IconExternalLink size={16} aria-hidden />}
      data-autofocus={isFirst}
      {...(isFirst ? closesNothing : {})}
    >
      {trouble.signInInTab}
    </Button>
  )
}

/** Discards the input and shows the console of the person who is signed in now. */
const Discard = () => {
  const { trouble } = useTexts()
  const { history } = useRouter()
  const leave = () => {
    // Prevents the browser's own question about unsaved input.
    history.destroy()
    guard.leave()
  }
  return (
    <Button variant="light" color="red" onClick={leave} {...closesNothing}>
      {trouble.discardAndSwitch}
    </Button>
  )
}

/** Returns the title of an end, and the advice. */
const useWords = (cause: End["cause"]) => {
  const { signIn, trouble } = useTexts()
  return cause === "other"
    ? { title: trouble.otherPerson, help: trouble.otherPersonHelp }
    : { title: signIn.ended, help: trouble.endedHelp }
}

/** Shows that the same person has signed in again, and repeats all queries. */
const useReturn = (): void => {
  const queries = useQueryClient()
  const { trouble } = useTexts()
  useEffect(
    () =>
      watchReturn(() => {
        notifications.show({ message: trouble.signedInAgain, color: "quay" })
        void queries.invalidateQueries()
      }),
    [queries, trouble],
  )
}

/** Shows over the page why input cannot be saved now; the input stays. */
export const SessionEnd = () => {
  const end = useEnd()
  useReturn()
  // The text of the notice does not change while it closes.
  const [cause, setCause] = useState<End["cause"]>("ended")
  if (end !== null && end.cause !== cause) setCause(end.cause)
  return <Notice key={cause} cause={cause} isOpen={end?.isTold === false} />
}

const putAway = (): void => {
  const end = currentEnd()
  if (end !== null) setEnd({ ...end, isTold: true })
}

const Notice = (props: { readonly cause: End["cause"]; readonly isOpen: boolean }) => {
  const { cause, isOpen } = props
  const { trouble } = useTexts()
  const { title, help } = useWords(cause)
  return (
    <Modal
      opened={isOpen}
      onClose={putAway}
      title={title}
      size={cause === "other" ? "lg" : "md"}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      zIndex={500}
      centered
    >
      <p>{help}</p>
      <div className="dialog-foot">
        <Button variant="default" onClick={putAway} {...closesNothing}>
          {trouble.later}
        </Button>
        {cause === "other" ? <Discard /> : null}
        <SignInAgain cause={cause} isFirst />
      </div>
    </Modal>
  )
}

/** The same notice next to the button that was pressed. */
export const EndNote = () => {
  const end = useEnd()
  return end === null ? null : <Note cause={end.cause} />
}

const Note = ({ cause }: { readonly cause: End["cause"] }) => {
  const { title, help } = useWords(cause)
  return (
    <div className="trouble" role="alert" tabIndex={-1}>
      <strong>{title}</strong>
      <p>{help}</p>
      <div className="row">
        <SignInAgain cause={cause} />
        {cause === "other" ? <Discard /> : null}
      </div>
    </div>
  )
}
