import { Button, PasswordInput, TextInput } from "@mantine/core"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { type FormEvent, useState } from "react"
import { api, dataOf } from "../api/client.ts"
import { isGone, Refusal } from "../api/failure.ts"
import { beginSession, endSession } from "../api/session.ts"
import { useWrite } from "../api/write.ts"
import { Trouble } from "../app/states.tsx"
import { useRefusalInView } from "../parts/in-view.ts"
import { useTexts } from "../texts/languages.ts"
import { safeReturn } from "./return.ts"

/** Form to sign in with an API token, which is stored only in the tab. */
export const TokenForm = () => {
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
      return dataOf(api.GET("/v1/businesses/{client_id}/me", { params: { path } })).catch(
        (failure: unknown) => {
          endSession()
          throw failure
        },
      )
    },
    done: () => void navigate({ href: safeReturn(return_to) }),
  })
  const form = useRefusalInView(enter.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter.mutate(undefined)
  }
  const isOther = enter.error instanceof Refusal && enter.error.code === "forbidden"
  return (
    <form ref={form} onSubmit={submit} className="stack">
      <PasswordInput
        label={signIn.token}
        description={signIn.tokenHelp}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
        autoComplete="off"
        error={isGone(enter.error) ? signIn.tokenRefused : undefined}
        required
        withAsterisk={false}
      />
      <TextInput
        label={signIn.business}
        value={business}
        onChange={(event) => setBusiness(event.currentTarget.value)}
        inputMode="numeric"
        pattern="[1-9][0-9]*"
        error={isOther ? signIn.businessRefused : undefined}
        required
        withAsterisk={false}
      />
      <Trouble failure={isGone(enter.error) || isOther ? null : enter.error} />
      <Button type="submit" loading={enter.isPending} fullWidth>
        {enter.isPending ? common.loading : signIn.submit}
      </Button>
    </form>
  )
}
