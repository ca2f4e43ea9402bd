import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { guard } from "../api/client.ts"
import { showEnd } from "../api/end.ts"
import { isGone, isPassing, OtherPerson } from "../api/failure.ts"
import { noteEnd } from "../api/guard.ts"
import { currentSession, endSession, watchTabs } from "../api/session.ts"
import { hasWork } from "../core/work.ts"
import { router } from "./router.tsx"

/**
 * Leads to the sign-in page, and back afterwards, when the session has ended. A page with unsaved
 * input stays and shows a notice.
 */
const noticeEnd = (failure: unknown, isAsked: boolean) => {
  if (failure instanceof OtherPerson && isAsked) showEnd()
  if (!isGone(failure) || currentSession() === null) return
  if (hasWork()) return noteEnd(guard, isAsked)
  endSession()
  queries.clear()
  void router.navigate({
    to: "/sign-in",
    search: { return_to: router.state.location.href, ended: "true" },
  })
}

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (failure) => noticeEnd(failure, false) }),
  mutationCache: new MutationCache({ onError: (failure) => noticeEnd(failure, true) }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      networkMode: "always",
      retry: (count, failure) => count < 3 && isPassing(failure),
      retryDelay: (count) => Math.min(500 * 2 ** count, 8_000),
    },
    mutations: { networkMode: "always", retryDelay: (count) => 500 * 2 ** count },
  },
})

// Asks the service whether the session of this tab has ended with that of another tab.
watchTabs((turn) => {
  if (turn === "ended") void queries.invalidateQueries({ queryKey: ["me"] })
})
