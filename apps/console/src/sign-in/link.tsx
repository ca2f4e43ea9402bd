import { Button, TextInput } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { api, dataOf } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import { beginSession } from "../api/session.ts"
import { useWrite } from "../api/write.ts"
import { Trouble, Waiting } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"
import { safeReturn } from "./return.ts"

interface Opened {
  readonly client_id: number
  readonly return_to: string | null
}

/** Opens the console with the session of the new cookie, and removes the link from the history. */
const useEnter = () => {
  const { return_to } = useSearch({ from: "/sign-in" })
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (opened: Opened) => {
    queries.clear()
    beginSession({ client_id: opened.client_id, token: null })
    void navigate({ href: safeReturn(opened.return_to ?? return_to), replace: true })
  }
}

const isOtherUser = (failure: Error | null): boolean =>
  failure instanceof Refusal && failure.code === "other_user_signed_in"

/** Leaves the link and removes it from the history. */
const leaving = (giveUp: () => void) => () => {
  history.replaceState(history.state, "", location.pathname + location.search)
  giveUp()
}

/** Question to a person who is signed in and has opened a link of another account. */
const OtherUser = (props: {
  readonly replace: () => void
  readonly stay: () => void
  readonly isPending: boolean
}) => {
  const { signIn } = useTexts()
  return (
    <>
      <h1>{signIn.otherUser}</h1>
      <p role="alert">{signIn.otherUserHelp}</p>
      <Button fullWidth onClick={props.stay}>
        {signIn.stay}
      </Button>
      <Button fullWidth variant="default" onClick={props.replace} loading={props.isPending}>
        {signIn.replace}
      </Button>
    </>
  )
}

interface Use {
  readonly token: string
  readonly replace_session?: boolean
}

/** Uses a sign-in link, which works once. */
export const Opening = (props: { readonly token: string; readonly giveUp: () => void }) => {
  const { signIn } = useTexts()
  const enter = useEnter()
  const { mutate, error, isPending } = useWrite({
    send: (body: Use) => dataOf(api.POST("/sign-in/sessions", { body })),
    done: enter,
  })
  const [asks, setAsks] = useState(false)
  if (isOtherUser(error) && !asks) setAsks(true)
  const wasUsed = useRef(false)
  useEffect(() => {
    if (wasUsed.current) return
    wasUsed.current = true
    mutate({ token: props.token })
  }, [mutate, props.token])
  if (asks && (error === null || isOtherUser(error))) {
    return (
      <OtherUser
        stay={leaving(props.giveUp)}
        replace={() => mutate({ token: props.token, replace_session: true })}
        isPending={isPending}
      />
    )
  }
  if (error === null) {
    return (
      <>
        <h1>{signIn.opening}</h1>
        <Waiting />
      </>
    )
  }
  const isSpent = error instanceof Refusal && error.code === "sign_in_link_not_valid"
  return (
    <>
      <h1>{isSpent ? signIn.linkFailed : signIn.title}</h1>
      {isSpent ? <p role="alert">{signIn.linkFailedHelp}</p> : <Trouble failure={error} />}
      <Button fullWidth onClick={leaving(props.giveUp)}>
        {signIn.another}
      </Button>
    </>
  )
}

/** Form in which an invited person enters their name. */
export const InviteForm = (props: { readonly token: string; readonly giveUp: () => void }) => {
  const { token } = props
  const { signIn } = useTexts()
  const enter = useEnter()
  const [first_name, setFirst] = useState("")
  const [last_name, setLast] = useState("")
  const join = useWrite({
    send: (replaces: boolean) => {
      const names = { first_name: first_name.trim(), last_name: last_name.trim() }
      const replacing = replaces ? { replace_session: true } : {}
      return dataOf(api.POST("/sign-in/invites", { body: { token, ...names, ...replacing } }))
    },
    done: enter,
  })
  const [asks, setAsks] = useState(false)
  if (isOtherUser(join.error) && !asks) setAsks(true)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    join.mutate(asks)
  }
  const errorAt = (name: string) =>
    join.error instanceof Refusal ? join.error.at(`/${name}`) : undefined
  if (asks && (join.error === null || isOtherUser(join.error))) {
    return (
      <OtherUser
        stay={leaving(props.giveUp)}
        replace={() => join.mutate(true)}
        isPending={join.isPending}
      />
    )
  }
  const common = { required: true, withAsterisk: false, maxLength: 128 }
  return (
    <>
      <h1>{signIn.invite}</h1>
      <p>{signIn.inviteHelp}</p>
      <form onSubmit={submit} className="stack">
        <TextInput
          {...common}
          label={signIn.firstName}
          autoComplete="given-name"
          value={first_name}
          error={errorAt("first_name")}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <TextInput
          {...common}
          label={signIn.lastName}
          autoComplete="family-name"
          value={last_name}
          error={errorAt("last_name")}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
        <Trouble failure={join.error} shownFields={["/first_name", "/last_name"]} />
        <Button type="submit" loading={join.isPending} fullWidth>
          {signIn.join}
        </Button>
      </form>
    </>
  )
}
