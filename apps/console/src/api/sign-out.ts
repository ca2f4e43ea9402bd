import { api, dataOf, guard, ofBusiness } from "./client.ts"
import { isGone } from "./failure.ts"
import { isExpected } from "./person.ts"
import { currentSession, endSession } from "./session.ts"

/** Ends the session of this browser at the service. An API token is only forgotten. */
export const signOut = async (): Promise<void> => {
  if (currentSession()?.token === null) {
    const { session } = await dataOf(api.GET("/sign-in", { cache: "no-store" }))
    if (session !== null) {
      // The session of another person must not be ended: the guard stops the request.
      if (!isExpected(session)) guard.raise()
      await dataOf(
        api.DELETE("/v1/businesses/{client_id}/me/sessions/{session_id}", {
          params: { path: { ...ofBusiness(), session_id: session.id } },
        }),
      ).catch((failure: unknown) => {
        if (!isGone(failure)) throw failure
      })
    }
  }
  endSession()
}
