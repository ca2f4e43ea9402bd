import { useDebouncedValue } from "@mantine/hooks"
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from "@mantine/spotlight"
import { IconCoins, IconSearch, IconSettings } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import * as ask from "../api/queries.ts"
import type { Me } from "../api/records.ts"
import { useFormat } from "../core/format.ts"
import { may, seesBudgets, seesTransactions } from "../core/rights.ts"
import { moneyTabsOf } from "../money/tabs.ts"
import { settingsOf } from "../settings/tabs.ts"
import { useTexts } from "../texts/languages.ts"
import { destinationsOf } from "./navigation.tsx"
import { mostText, type Stage } from "./palette-stage.ts"

const [store, palettes] = createSpotlight()

const selected = "[data-action][data-selected]"

interface Given {
  readonly me: Me
  readonly stage: Stage
  readonly text: string
  readonly write: (text: string) => void
  /** Called when its field has the focus. */
  readonly arrive: () => void
  readonly close: () => void
  /** True if Enter was pressed before the palette had loaded. */
  readonly isEntered: boolean
}

/**
 * Palette that is loaded when it is first opened. Finds screens, budgets and people by name, and
 * transactions by the service's search.
 */
export const Palette = (props: Given) => {
  const { me, stage, text, write, isEntered } = props
  const texts = useTexts()
  const { palette } = texts
  useEffect(() => {
    if (stage === "awaited") palettes.open()
    if (stage === "closed") palettes.close()
  }, [stage])
  const pages = usePages(me)
  const { budgets, people } = useRecords(me)
  const found = useTransactions(me, text.trim())
  const groups = [
    { group: palette.pages, actions: matching(pages, text) },
    { group: palette.budgets, actions: matching(budgets, text).slice(0, maxMatches) },
    { group: palette.people, actions: matching(people, text).slice(0, maxMatches) },
    { group: texts.nav.transactions, actions: found.actions },
  ].filter(({ actions }) => actions.length > 0)
  const shown = groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join(" ")
  useFirstSelected(stage === "open" ? shown : "")
  useEffect(() => {
    if (stage === "open" && isEntered) document.querySelector<HTMLElement>(selected)?.click()
  }, [stage, isEntered])
  return (
    <Spotlight
      store={store}
      actions={groups}
      query={text}
      onQueryChange={write}
      onSpotlightClose={props.close}
      // The focus would return to the temporary field.
      returnFocus={false}
      nothingFound={found.isBusy ? texts.common.loading : palette.nothing}
      filter={asFound}
      shortcut={null}
      scrollable
      maxHeight="60vh"
      highlightQuery
      attributes={{ content: { "aria-label": texts.keys.palette } }}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: palette.placeholder,
        "aria-label": texts.keys.palette,
        maxLength: mostText,
        onFocus: ({ currentTarget }) => {
          if (stage !== "awaited") return
          currentTarget.setSelectionRange(text.length, text.length)
          props.arrive()
        },
      }}
    />
  )
}

/**
 * Selects the first result when results arrive from the service, so that Enter opens it. The
 * library does this only for results that are present while typing.
 */
const useFirstSelected = (shown: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list selects again
  useEffect(() => {
    if (document.querySelector(selected) !== null) return
    document.querySelector("[data-action]")?.setAttribute("data-selected", "true")
    store.updateState((state) => ({ ...state, selected: 0 }))
  }, [shown])
}

type Action = SpotlightActionData & { readonly id: string; readonly label: string }

const maxMatches = 5

/** Results are already filtered, by a different method for each group. */
const asFound = (
  _: string,
  groups: ReadonlyArray<SpotlightActionData | SpotlightActionGroupData>,
) => [...groups]

const matching = (actions: ReadonlyArray<Action>, text: string): Action[] => {
  const searchText = text.trim().toLocaleLowerCase()
  return actions.filter(({ label, description }) =>
    `${label} ${description ?? ""}`.toLocaleLowerCase().includes(searchText),
  )
}

const usePages = (me: Me): ReadonlyArray<Action> => {
  const texts = useTexts()
  const { nav, settings } = texts
  const navigate = useNavigate()
  return [
    ...destinationsOf(me).map(({ to, name, icon: Icon }) => ({
      id: to,
      label: nav[name],
      leftSection: <Icon size={18} />,
      onClick: () => void navigate({ to }),
    })),
    ...moneyTabsOf(me)
      .filter((tab) => tab !== "balances")
      .map((tab) => ({
        id: `money-${tab}`,
        label: texts[tab].title,
        description: nav.money,
        leftSection: <IconCoins size={18} />,
        onClick: () => void navigate({ to: "/money", search: { tab } }),
      })),
    ...settingsOf(me).map((tab) => ({
      id: `settings-${tab}`,
      label: settings[tab],
      description: nav.settings,
      leftSection: <IconSettings size={18} />,
      onClick: () => void navigate({ to: "/settings", search: { tab } }),
    })),
  ]
}

const useRecords = (me: Me) => {
  const navigate = useNavigate()
  const budgets = useQuery({ ...ask.budgets, enabled: seesBudgets(me) }).data ?? []
  const sees = seesTransactions(me) && may(me, "users", "read")
  const users = useQuery({ ...ask.users, enabled: sees }).data ?? []
  return {
    budgets: budgets.map(({ id, name }) => ({
      id: `budget-${id}`,
      label: name,
      onClick: () => void navigate({ to: "/budgets/$budget_id", params: { budget_id: id } }),
    })),
    people: users
      .filter((user) => !user.is_deleted)
      .map(({ id, name, email }) => ({
        id: `user-${id}`,
        label: name,
        description: email,
        onClick: () => void navigate({ to: "/transactions", search: { person: String(id) } }),
      })),
  }
}

const debounceMs = 200
const minCharacters = 2

/** Returns the latest transactions of a merchant, and a link to all of them. */
const useTransactions = (me: Me, text: string) => {
  const { palette } = useTexts()
  const format = useFormat()
  const navigate = useNavigate()
  const [searchText] = useDebouncedValue(text, debounceMs)
  const isAsked = seesTransactions(me) && searchText.length >= minCharacters
  const query = { ...ask.transactions({ search: searchText, limit: maxMatches }), enabled: isAsked }
  const list = useQuery(query)
  const isCurrent = isAsked && searchText === text && !list.isPlaceholderData
  if (text.length < minCharacters || !seesTransactions(me)) return { actions: [], isBusy: false }
  const rows = isCurrent ? (list.data?.results ?? []) : []
  const count = isCurrent ? list.data?.count : undefined
  const actions = rows.map(({ id, merchant_name, auth_date, amount, user }) => ({
    id: `transaction-${id}`,
    label: merchant_name,
    description: [format.day(auth_date), user?.name].filter(Boolean).join(" · "),
    rightSection: <span className="figure">{format.money(amount)}</span>,
    onClick: () =>
      void navigate({
        to: "/transactions/$transaction_id",
        params: { transaction_id: id },
        search: { search: text },
      }),
  }))
  const all = {
    id: "search",
    label: palette.searchTransactions(text),
    description: count === undefined ? "" : palette.found(format.count(count)),
    leftSection: <IconSearch size={18} />,
    onClick: () => void navigate({ to: "/transactions", search: { search: text } }),
  }
  const isBusy = !isCurrent || list.isFetching
  return { actions: count === 0 ? [] : [all, ...actions], isBusy }
}
