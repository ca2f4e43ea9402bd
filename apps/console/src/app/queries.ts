import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { isGone, isPassing } from "../api/failure.ts"
import { currentSession, endSession } from "../api/session.ts"
import { router } from "./router.tsx"

/** A session that has ended leads to where one signs in, and back. */
const noticeEnd = (failure: unknown) => {
  if (!isGone(failure) || currentSession() === null) return
  endSession()
  queries.clear()
  void router.navigate({
    to: "/sign-in",
    search: { return_to: router.state.location.href, ended: "true" },
  })
}

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  mutationCache: new MutationCache({ onError: noticeEnd }),
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
