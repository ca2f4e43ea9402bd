import type { ReactNode } from "react"

export type Tone = "good" | "warn" | "bad" | "calm"

/** One word about a state: its colour says it again, and never alone. */
export const Tag = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`tag tag-${tone}`}>{children}</span>
)
