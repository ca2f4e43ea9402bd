import { Button, TextInput } from "@mantine/core"
import { useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { answered, api } from "../api/client.ts"
import { Refusal } from "../api/failure.ts"
import { useWrite } from "../api/write.ts"
import { Trouble } from "../app/states.tsx"
import { useTexts } from "../texts/languages.ts"
import { safeReturn } from "./return.ts"

/** Has a link sent. What is said is the same whether or not anybody has the address. */
export const EmailForm = () => {
  const { signIn } = useTexts()
  const { return_to } = useSearch({ from: "/sign-in" })
  const [email, setEmail] = useState("")
  const ask = useWrite({
    send: (address: string) =>
      answered(
        api.POST("/sign-in/links", {
          body: { email: address, return_to: safeReturn(return_to) },
        }),
      ),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate(email.trim())
  }
  if (ask.isSuccess) {
    return (
      <div className="stack" role="status">
        <h2>{signIn.sent}</h2>
        <p>{signIn.sentHelp(email.trim())}</p>
        <Button variant="default" onClick={() => ask.reset()}>
          {signIn.another}
        </Button>
      </div>
    )
  }
  return (
    <form onSubmit={submit} className="stack">
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
      <Trouble failure={ask.error} beside={["/email"]} />
      <Button type="submit" loading={ask.isPending} fullWidth>
        {signIn.send}
      </Button>
    </form>
  )
}
