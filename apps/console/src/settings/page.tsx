import { Tabs } from "@mantine/core"
import { useNavigate, useSearch } from "@tanstack/react-router"
import type { ReactNode } from "react"
import type { Me } from "../api/records.ts"
import { useMe } from "../app/business.ts"
import { may } from "../core/rights.ts"
import { PageHead } from "../parts/page-head.tsx"
import { useTexts } from "../texts/languages.ts"
import { Categories, Codes } from "./categories.tsx"
import { Fields } from "./fields.tsx"
import { Policies } from "./policies.tsx"
import { Sessions } from "./sessions.tsx"
import "./settings.css"
import { TaxRates } from "./tax-rates.tsx"
import { Webhooks } from "./webhooks.tsx"

const tabs = [
  "categories",
  "codes",
  "fields",
  "taxRates",
  "policies",
  "webhooks",
  "sessions",
] as const
type Tab = (typeof tabs)[number]

const isShown: Readonly<Record<Tab, (me: Me) => boolean>> = {
  categories: (me) => may(me, "categories", "read"),
  codes: (me) => may(me, "accounting_codes", "read"),
  fields: (me) => may(me, "custom_fields", "read"),
  taxRates: (me) => may(me, "tax_rates", "read"),
  policies: (me) => may(me, "policies", "read"),
  webhooks: (me) => may(me, "webhooks", "read"),
  sessions: (me) => me.user !== null,
}

/** How the business is set up, and where one is signed in. */
export const SettingsPage = () => {
  const me = useMe()
  const { settings } = useTexts()
  const search = useSearch({ from: "/inside/settings" })
  const navigate = useNavigate({ from: "/settings" })
  const shown = tabs.filter((tab) => isShown[tab](me))
  const tab = shown.find((each) => each === search.tab) ?? shown[0] ?? "sessions"
  const panels: Readonly<Record<Tab, ReactNode>> = {
    categories: <Categories />,
    codes: <Codes />,
    fields: <Fields />,
    taxRates: <TaxRates />,
    policies: <Policies />,
    webhooks: <Webhooks />,
    sessions: <Sessions />,
  }
  return (
    <>
      <PageHead title={settings.title} lead={settings.lead} />
      <Tabs value={tab} onChange={(next) => void navigate({ search: { tab: next ?? "" } })}>
        <Tabs.List>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {settings[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className="settings-panel">
          {panels[tab]}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
