import { answered, api, guard, ofBusiness } from "./client.ts"
import { isGone } from "./failure.ts"
import { isExpected } from "./person.ts"
import { currentSession, endSession } from "./session.ts"

/** Ends the session of this browser at the service; a token of the API is forgotten only. */
export const signOut = async (): Promise<void> => {
  if (currentSession()?.token === null) {
    const { session } = await answered(api.GET("/sign-in", { cache: "no-store" }))
    if (session !== null) {
      // Somebody else's session is not ended here: the request is kept back.
      if (!isExpected(session)) guard.raise()
      await answered(
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
