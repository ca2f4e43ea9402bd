import { Anchor, Button, Divider } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { api, dataOf } from "../api/client.ts"
import { beginSession } from "../api/session.ts"
import icon from "../app/icon.svg"
import { Trouble, Waiting } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"
import { EmailForm } from "./email-form.tsx"
import { InviteForm, Opening } from "./link.tsx"
import { safeReturn } from "./return.ts"
import { TokenForm } from "./token-form.tsx"

/**
 * Token of a sign-in link or invite, in the hash of the address, which no server or referrer
 * receives.
 */
const linkIn = (hash: string) => {
  const names = new URLSearchParams(hash.replace(/^#/u, ""))
  const tokens = names.getAll("token")
  const businesses = names.getAll("business")
  const choice = businesses.map((business, n) => ({ business, token: tokens[n] ?? "" }))
  return {
    token: choice.length === 0 ? (tokens[0] ?? null) : null,
    invite: names.get("invite"),
    choice,
  }
}

export const SignInPage = () => {
  const [link, setLink] = useState(() => linkIn(location.hash))
  const { signIn } = useTexts()
  useEffect(() => {
    document.title = `${signIn.title} · Outlay`
    // A link followed in the tab that already shows this page changes only the hash.
    const follow = () => setLink(linkIn(location.hash))
    window.addEventListener("hashchange", follow)
    return () => window.removeEventListener("hashchange", follow)
  }, [signIn])
  const { token, invite, choice } = link
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <img src={icon} alt="" width={44} height={44} />
        {token !== null ? (
          <Opening key={token} token={token} giveUp={() => setLink(linkIn(""))} />
        ) : invite !== null ? (
          <InviteForm key={invite} token={invite} giveUp={() => setLink(linkIn(""))} />
        ) : choice.length > 0 ? (
          <Choice businesses={choice} />
        ) : (
          <Ways />
        )}
        <Anchor href="/docs" size="sm" c="dimmed">
          API
        </Anchor>
      </div>
    </main>
  )
}

interface Choosable {
  readonly business: string
  readonly token: string
}

/** Choice of a business for a person who is a user of several; each has its own link. */
const Choice = ({ businesses }: { readonly businesses: ReadonlyArray<Choosable> }) => {
  const { signIn } = useTexts()
  return (
    <>
      <h1>{signIn.choose}</h1>
      <p>{signIn.chooseHelp}</p>
      {businesses.map(({ business, token }) => (
        <Button key={token} component="a" href={`#token=${token}`} variant="default" fullWidth>
          {business}
        </Button>
      ))}
    </>
  )
}

/** Button to sign in at the OpenID Connect provider, which redirects back. */
const ProviderButton = (props: { readonly name: string; readonly isAlone: boolean }) => {
  const { signIn } = useTexts()
  const { return_to } = useSearch({ from: "/sign-in" })
  const query = return_to === undefined ? "" : `?${new URLSearchParams({ return_to })}`
  return (
    <>
      <Button component="a" href={`/oidc${query}`} fullWidth>
        {signIn.provider(props.name)}
      </Button>
      {props.isAlone ? null : <Divider label={signIn.or} />}
    </>
  )
}

/** Sign-in methods that the service offers, and an API token. */
const Ways = () => {
  const { signIn } = useTexts()
  const { ended, failed, other, return_to } = useSearch({ from: "/sign-in" })
  const navigate = useNavigate()
  const [usesToken, setUsesToken] = useState(false)
  const offer = useQuery({
    queryKey: ["sign-in"],
    queryFn: () => dataOf(api.GET("/sign-in", { cache: "no-store" })),
    staleTime: 0,
    gcTime: 0,
  })
  const session = offer.data?.session ?? null
  useEffect(() => {
    // A person who replaces another one must sign in, and not continue as them.
    if (session === null || other !== undefined) return
    beginSession({ client_id: session.client_id, token: null })
    void navigate({ href: safeReturn(return_to) })
  }, [session, other, return_to, navigate])
  if (offer.data === undefined && offer.error === null) return <Waiting />
  const failure =
    failed === undefined ? undefined : (signIn.failed[failed] ?? signIn.failed["invalid"])
  const lead = ended === undefined ? signIn.lead : signIn.ended
  const provider = offer.data?.provider ?? null
  const byLink = offer.data?.methods.includes("link") === true
  // The form says in the person's language what the notice says about email.
  const isFiled = offer.data?.mail === "folder"
  // If a provider is the only other method, the token form is shown on request, because few people
  // need it.
  const hasForm = byLink || usesToken || provider === null
  return (
    <>
      <h1>{signIn.title}</h1>
      <p>{other !== undefined && session !== null ? signIn.otherLead : lead}</p>
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      <Trouble failure={offer.error} retry={() => void offer.refetch()} />
      {provider === null ? null : <ProviderButton name={provider} isAlone={!hasForm} />}
      {byLink && !usesToken ? <EmailForm isFiled={isFiled} /> : null}
      {hasForm && (usesToken || !byLink) ? <TokenForm /> : null}
      {offer.data?.notice && !(byLink && isFiled) ? <p>{offer.data.notice}</p> : null}
      {byLink || !hasForm ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setUsesToken(!usesToken)}>
          {usesToken ? signIn.useEmail : signIn.useToken}
        </Button>
      ) : null}
    </>
  )
}
