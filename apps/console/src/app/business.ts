import { createContext, use } from "react"
import type { Me } from "../api/records.ts"

export const MeContext = createContext<Me | null>(null)

/** Returns the signed-in person, who is known once the shell has loaded. */
export const useMe = (): Me => {
  const me = use(MeContext)
  if (me === null) throw new Error("No one is signed in.")
  return me
}

export const useBusiness = () => useMe().business
