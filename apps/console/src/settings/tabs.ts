import type { Me } from "../api/records.ts"
import { isAdmin, may } from "../core/rights.ts"

const tabs = [
  "categories",
  "codes",
  "fields",
  "taxRates",
  "policies",
  "webhooks",
  "apiTokens",
  "profile",
  "notifications",
  "sessions",
] as const
export type Tab = (typeof tabs)[number]

const isShown: Readonly<Record<Tab, (me: Me) => boolean>> = {
  categories: (me) => may(me, "categories", "read"),
  codes: (me) => may(me, "accounting_codes", "read"),
  fields: (me) => may(me, "custom_fields", "read"),
  taxRates: (me) => may(me, "tax_rates", "read"),
  policies: (me) => may(me, "policies", "read"),
  webhooks: (me) => may(me, "webhooks", "read"),
  apiTokens: isAdmin,
  profile: (me) => me.user !== null,
  notifications: (me) => me.user !== null,
  sessions: (me) => me.user !== null,
}

/** Returns the tabs of the settings that the person may see, in order. */
export const settingsOf = (me: Me): ReadonlyArray<Tab> => tabs.filter((tab) => isShown[tab](me))
