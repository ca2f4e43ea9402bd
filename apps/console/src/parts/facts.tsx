import type { ReactNode } from "react"

export type Fact = readonly [name: string, value: ReactNode]

/** List of names with their values. */
export const Facts = ({ of }: { readonly of: ReadonlyArray<Fact> }) => (
  <dl className="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
