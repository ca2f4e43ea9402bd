import { createContext, use } from "react"
import type { Me } from "../api/records.ts"

export const MeContext = createContext<Me | null>(null)

/** Who is signed in; there is nobody only before the shell has loaded. */
export const useMe = (): Me => {
  const me = use(MeContext)
  if (me === null) throw new Error("No one is signed in.")
  return me
}

export const useBusiness = () => useMe().business
