import type { ReactNode } from "react"

export type Tone = "good" | "warn" | "bad" | "calm"

/** Word for a state. Its colour repeats the meaning and is never the only sign. */
export const Tag = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`tag tag-${tone}`}>{children}</span>
)
