import { Tabs } from "@mantine/core"
import type { ReactNode } from "react"
import { useTabStrip } from "./tab-strip.ts"

interface Given<Tab extends string> {
  /** Of all tabs, those that this person sees. */
  readonly shown: ReadonlyArray<Tab>
  readonly tab: Tab
  readonly labels: Readonly<Record<Tab, string>>
  /** Says in the address which tab is open. */
  readonly open: (tab: Tab) => unknown
  readonly className?: string
  /** What the open tab shows. */
  readonly children: ReactNode
}

/** The tabs of a screen above the open one; one tab alone needs no choice. */
export const Tabbed = <Tab extends string>(given: Given<Tab>) => {
  const { shown, tab, labels, className = "tabs-panel" } = given
  const strip = useTabStrip(tab, shown.length)
  if (shown.length < 2) return given.children
  const open = (next: string | null) => {
    const chosen = shown.find((each) => each === next)
    if (chosen !== undefined) given.open(chosen)
  }
  return (
    <Tabs value={tab} onChange={open}>
      <div className="tab-strip" ref={strip}>
        <Tabs.List>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {labels[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Panel value={tab} className={className}>
        {given.children}
      </Tabs.Panel>
    </Tabs>
  )
}
