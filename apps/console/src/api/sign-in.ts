import { queryOptions } from "@tanstack/react-query"
import { answered, api, ofBusiness } from "./client.ts"
import { currentSession } from "./session.ts"

/** The ways to sign in, and the session that the browser has. */
export const offer = queryOptions({
  queryKey: ["sign-in"],
  queryFn: () => answered(api.GET("/sign-in", {})),
  staleTime: 0,
})

export const requestLink = (email: string, return_to: string | null) =>
  answered(api.POST("/sign-in/links", { body: { email, return_to } }))

export const openSession = (token: string) =>
  answered(api.POST("/sign-in/sessions", { body: { token } }))

/** Ends the session of this browser, where a cookie has it. */
export const signOut = async (): Promise<void> => {
  if (currentSession()?.token !== null) return
  const { session } = await answered(api.GET("/sign-in", {}))
  if (session === null) return
  const path = { ...ofBusiness(), session_id: session.id }
  await answered(
    api.DELETE("/v1/businesses/{client_id}/me/sessions/{session_id}", { params: { path } }),
  )
}
