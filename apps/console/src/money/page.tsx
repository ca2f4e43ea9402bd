import { useNavigate, useSearch } from "@tanstack/react-router"
import { useMe } from "../app/business.ts"
import { PageHead } from "../parts/page-head.tsx"
import { Tabbed } from "../parts/tabs.tsx"
import { useTexts } from "../texts/languages.ts"
import { Balances } from "./balances.tsx"
import { Closing } from "./books.tsx"
import { Exports } from "./exports.tsx"
import "./money.css"
import { moneyTabsOf } from "./tabs.ts"

/** Money: balances, exports and the closing of the books. */
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
      <Tabbed {...{ shown, tab, labels }} open={(next) => navigate({ search: { tab: next } })}>
        {panels[tab]}
      </Tabbed>
    </>
  )
}
