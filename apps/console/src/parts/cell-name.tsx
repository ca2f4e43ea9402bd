import type { ReactNode } from "react"

/** Name in a column that is narrower than most names: it has two lines where there is no room. */
export const CellName = ({ children }: { readonly children: ReactNode }) => (
  <span className="cell-name">{children}</span>
)
