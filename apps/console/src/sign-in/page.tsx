import { Anchor, Button, PasswordInput, TextInput } from "@mantine/core"
import { IconMailCheck } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useEffect, useState } from "react"
import { answered, api } from "../api/client.ts"
import { beginSession, endSession } from "../api/session.ts"
import { offer, openSession, requestLink } from "../api/sign-in.ts"
import { useWrite } from "../api/write.ts"
import icon from "../app/icon.svg"
import { Trouble, Waiting } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"

/** The token of a link: it stands behind the `#`, so that no server's log ever has it. */
const tokenIn = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/u, "")).get("token")

// Taken once, and out of the address at once: neither history nor a bookmark keeps it.
const linkToken = tokenIn(location.hash)
if (linkToken !== null) history.replaceState(history.state, "", location.pathname + location.search)

/** By a link in a message; with a token of the API, for those who have no mail here. */
export const SignInPage = () => {
  const { signIn } = useTexts()
  const { ended } = useSearch({ from: "/sign-in" })
  const [byToken, setByToken] = useState(false)
  const [token, setToken] = useState(linkToken)
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <img src={icon} alt="" width={44} height={44} />
        <h1>{signIn.title}</h1>
        {token === null ? (
          <>
            <p>{ended === undefined ? signIn.lead : signIn.ended}</p>
            {byToken ? <TokenForm /> : <EmailForm />}
            <Anchor component="button" type="button" size="sm" onClick={() => setByToken(!byToken)}>
              {byToken ? signIn.useEmail : signIn.useToken}
            </Anchor>
          </>
        ) : (
          <Arrival token={token} giveUp={() => setToken(null)} />
        )}
      </div>
    </main>
  )
}

/** Somebody came by a link: opens the session, once. */
const Arrival = (given: { readonly token: string; readonly giveUp: () => void }) => {
  const { signIn } = useTexts()
  const navigate = useNavigate()
  const enter = useWrite({
    send: (token: string) => openSession(token),
    done: ({ client_id, return_to }) => {
      beginSession({ client_id, token: null })
      void navigate({ href: safeReturn(return_to ?? undefined), replace: true })
    },
  })
  const { mutate } = enter
  useEffect(() => mutate(given.token), [mutate, given.token])
  if (enter.error === null) {
    return (
      <>
        <p>{signIn.opening}</p>
        <Waiting />
      </>
    )
  }
  return (
    <>
      <Trouble failure={enter.error} />
      <p>{signIn.linkFailedHelp}</p>
      <Button onClick={given.giveUp}>{signIn.useEmail}</Button>
    </>
  )
}

const EmailForm = () => {
  const { signIn } = useTexts()
  const { return_to } = useSearch({ from: "/sign-in" })
  const navigate = useNavigate()
  const offered = useQuery(offer).data
  const [email, setEmail] = useState("")
  const ask = useWrite({
    send: (address: string) => requestLink(address, return_to ? safeReturn(return_to) : null),
  })
  // Whoever has a session already, such as in another tab, is let in.
  useEffect(() => {
    if (offered === undefined || offered.session === null) return
    beginSession({ client_id: offered.session.client_id, token: null })
    void navigate({ href: safeReturn(return_to), replace: true })
  }, [offered, navigate, return_to])
  if (ask.isSuccess) {
    return (
      <div className="note" role="status">
        <IconMailCheck size={22} aria-hidden />
        <strong>{signIn.sent}</strong>
        <p>{signIn.sentHelp(email)}</p>
        {offered?.notice ? <p>{offered.notice}</p> : null}
        <Button variant="default" onClick={ask.reset}>
          {signIn.another}
        </Button>
      </div>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(email.trim())
  }
  return (
    <form onSubmit={submit} className="stack">
      <TextInput
        label={signIn.email}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        autoComplete="email"
        maxLength={254}
        required
        withAsterisk={false}
      />
      <Trouble failure={ask.error} />
      <Button type="submit" loading={ask.isPending} fullWidth>
        {signIn.send}
      </Button>
    </form>
  )
}

/** An address of ours, and no other: a link must not lead elsewhere. */
export const safeReturn = (address: string | undefined): string =>
  address !== undefined && /^\/(?![/\\])/u.test(address) ? address : "/"

const TokenForm = () => {
  const { signIn, common } = useTexts()
  const { return_to } = useSearch({ from: "/sign-in" })
  const navigate = useNavigate()
  const [token, setToken] = useState("")
  const [business, setBusiness] = useState("1")
  const enter = useWrite({
    send: async () => {
      const client_id = Number(business)
      beginSession({ client_id, token: token.trim() })
      const path = { client_id }
      return answered(api.GET("/v1/businesses/{client_id}/me", { params: { path } })).catch(
        (failure: unknown) => {
          endSession()
          throw failure
        },
      )
    },
    done: () => void navigate({ href: safeReturn(return_to) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter.mutate(undefined)
  }
  return (
    <form onSubmit={submit} className="stack">
      <PasswordInput
        label={signIn.token}
        description={signIn.tokenHelp}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <TextInput
        label={signIn.business}
        value={business}
        onChange={(event) => setBusiness(event.currentTarget.value)}
        inputMode="numeric"
        pattern="[1-9][0-9]*"
        required
        withAsterisk={false}
      />
      <Trouble failure={enter.error} />
      <Button type="submit" loading={enter.isPending} fullWidth>
        {enter.isPending ? common.loading : signIn.submit}
      </Button>
    </form>
  )
}
