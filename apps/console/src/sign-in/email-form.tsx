import { Button, TextInput } from "@mantine/core"
import { useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { api, dataOf } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import { useWrite } from "../api/write.ts"
import { Trouble } from "../app/states.tsx"
import { useRefusalInView } from "../parts/in-view.ts"
import { useTexts } from "../texts/languages.ts"
import { safeReturn } from "./return.ts"

/**
 * Requests a sign-in link. The text shown is the same whether or not the address belongs to a user.
 */
export const EmailForm = ({ isFiled }: { readonly isFiled: boolean }) => {
  const { signIn, common } = useTexts()
  const { return_to } = useSearch({ from: "/sign-in" })
  const [email, setEmail] = useState("")
  const ask = useWrite({
    send: (address: string) =>
      dataOf(
        api.POST("/sign-in/links", {
          body: { email: address, return_to: safeReturn(return_to) },
        }),
      ),
  })
  const form = useRefusalInView(ask.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(email.trim())
  }
  if (ask.isSuccess) {
    return (
      <div className="stack" role="status">
        {isFiled ? <Filed email={email.trim()} /> : <Sent email={email.trim()} />}
        <Button variant="default" onClick={() => ask.reset()}>
          {signIn.another}
        </Button>
      </div>
    )
  }
  return (
    <form ref={form} onSubmit={submit} className="stack">
      <TextInput
        label={signIn.email}
        type="email"
        value={email}
        maxLength={254}
        autoComplete="email"
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={ask.error instanceof Refusal ? ask.error.at("/email") : undefined}
        required
        withAsterisk={false}
      />
      <Trouble failure={ask.error} shownFields={["/email"]} />
      <Button type="submit" loading={ask.isPending} fullWidth>
        {isFiled ? signIn.create : signIn.send}
      </Button>
      {isFiled ? <p>{common.mailInFolder}</p> : null}
    </form>
  )
}

const Sent = ({ email }: { readonly email: string }) => {
  const { signIn } = useTexts()
  return (
    <>
      <h2>{signIn.sent}</h2>
      <p>{signIn.sentHelp(email)}</p>
    </>
  )
}

/** Note that without a mail server, the link is only in a folder. */
const Filed = ({ email }: { readonly email: string }) => {
  const { signIn, common } = useTexts()
  return (
    <>
      <h2>{signIn.filed}</h2>
      <p>{signIn.filedHelp(email)}</p>
      <p>{common.mailInFolder}</p>
      <p>{signIn.filedOperator}</p>
      <code className="mono">outlay sign-in-link --business N --email {email}</code>
    </>
  )
}
