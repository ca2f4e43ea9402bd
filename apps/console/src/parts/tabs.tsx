import { Tabs } from "@mantine/core"
import type { ReactNode } from "react"
import { useTabStrip } from "./tab-strip.ts"

interface Given<Tab extends string> {
  /** Tabs that the person may see. */
  readonly shown: ReadonlyArray<Tab>
  readonly tab: Tab
  readonly labels: Readonly<Record<Tab, string>>
  /** Writes the open tab to the address. */
  readonly open: (tab: Tab) => unknown
  readonly className?: string
  /** Content of the open tab. */
  readonly children: ReactNode
}

/** Tabs of a screen with the open one below; a single tab is not shown. */
export const Tabbed = <Tab extends string>(props: Given<Tab>) => {
  const { shown, tab, labels, className = "tabs-panel" } = props
  const strip = useTabStrip(tab, shown.length)
  if (shown.length < 2) return props.children
  const open = (next: string | null) => {
    const chosen = shown.find((each) => each === next)
    if (chosen !== undefined) props.open(chosen)
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
        {props.children}
      </Tabs.Panel>
    </Tabs>
  )
}
