import { lazy, Suspense, useEffect, useState } from "react"
import type { Me } from "../api/records.ts"

const load = () => import("./palette.tsx")
const Palette = lazy(async () => ({ default: (await load()).Palette }))

const asked = "outlay.palette"

/** Opens the command palette. */
export const openPalette = (): void => void document.dispatchEvent(new Event(asked))

/** The command palette, once somebody has asked for it. */
export const Finding = ({ me }: { readonly me: Me }) => {
  const [wasAsked, ask] = useState(false)
  useEffect(() => {
    const open = () => {
      if (wasAsked) void import("./palette.tsx").then(({ showPalette }) => showPalette())
      ask(true)
    }
    const press = (event: KeyboardEvent) => {
      // From then on the palette listens by itself.
      if (wasAsked || event.key !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    document.addEventListener(asked, open)
    document.addEventListener("keydown", press)
    return () => {
      document.removeEventListener(asked, open)
      document.removeEventListener("keydown", press)
    }
  }, [wasAsked])
  return wasAsked ? (
    <Suspense>
      <Palette me={me} />
    </Suspense>
  ) : null
}
