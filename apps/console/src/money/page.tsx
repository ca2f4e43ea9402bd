import { Tabs } from "@mantine/core"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useMe } from "../app/business.ts"
import { PageHead } from "../parts/page-head.tsx"
import { useTexts } from "../texts/languages.ts"
import { Balances } from "./balances.tsx"
import { Closing } from "./books.tsx"
import { Exports } from "./exports.tsx"
import "./money.css"
import { moneyTabsOf, type Tab } from "./tabs.ts"

/** What the business has, and its books: exported, and closed. */
export const MoneyPage = () => {
  const me = useMe()
  const { money, exports, books } = useTexts()
  const search = useSearch({ from: "/inside/money" })
  const navigate = useNavigate({ from: "/money" })
  const shown = moneyTabsOf(me)
  const tab = shown.find((each) => each === search.tab) ?? shown[0] ?? "balances"
  const labels = { balances: money.balances, exports: exports.title, books: books.title }
  const panels = { balances: <Balances />, exports: <Exports />, books: <Closing /> }
  return (
    <>
      <PageHead title={money.title} lead={money.lead} />
      {shown.length < 2 ? (
        panels[tab]
      ) : (
        <Tabs
          value={tab}
          onChange={(next) => void navigate({ search: next === null ? {} : { tab: next as Tab } })}
        >
          <Tabs.List>
            {shown.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {labels[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab} className="tabs-panel">
            {panels[tab]}
          </Tabs.Panel>
        </Tabs>
      )}
    </>
  )
}
