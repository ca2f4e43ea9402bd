import { useNavigate, useSearch } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMe } from "../app/business.ts"
import { PageHead } from "../parts/page-head.tsx"
import { Tabbed } from "../parts/tabs.tsx"
import { useTexts } from "../texts/languages.ts"
import { ApiTokens } from "./api-tokens.tsx"
import { Categories, Codes } from "./categories.tsx"
import { Fields } from "./fields.tsx"
import { Notifications } from "./notifications.tsx"
import { Policies } from "./policies.tsx"
import { Profile } from "./profile.tsx"
import { Sessions } from "./sessions.tsx"
import "./settings.css"
import { settingsOf, type Tab } from "./tabs.ts"
import { TaxRates } from "./tax-rates.tsx"
import { Webhooks } from "./webhooks.tsx"

/** Settings of the business, and sessions of the person. */
export const SettingsPage = () => {
  const me = useMe()
  const { settings } = useTexts()
  const search = useSearch({ from: "/inside/settings" })
  const navigate = useNavigate({ from: "/settings" })
  const shown = settingsOf(me)
  const tab = shown.find((each) => each === search.tab) ?? shown[0] ?? "sessions"
  const panels: Readonly<Record<Tab, ReactNode>> = {
    categories: <Categories />,
    codes: <Codes />,
    fields: <Fields />,
    taxRates: <TaxRates />,
    policies: <Policies />,
    webhooks: <Webhooks />,
    apiTokens: <ApiTokens />,
    profile: <Profile />,
    notifications: <Notifications />,
    sessions: <Sessions />,
  }
  return (
    <>
      <PageHead title={settings.title} lead={settings.lead} />
      <Tabbed
        {...{ shown, tab }}
        labels={settings}
        open={(next) => navigate({ search: { tab: next } })}
        className="settings-panel"
      >
        {panels[tab]}
      </Tabbed>
    </>
  )
}
