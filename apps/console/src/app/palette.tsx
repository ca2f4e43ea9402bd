import { Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight"
import { IconSearch } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import * as ask from "../api/queries.ts"
import type { Me } from "../api/records.ts"
import { may, seesBudgets, seesTransactions } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"
import { destinationsOf } from "./navigation.tsx"

/** Finds anything: pages, budgets, people, and transactions by their merchant. */
export const Palette = ({ me }: { readonly me: Me }) => {
  const texts = useTexts()
  const { palette } = texts
  const [text, setText] = useState("")
  const [isUsed, use] = useState(false)
  const groups = useGroups(me, isUsed, text)
  return (
    <Spotlight
      actions={groups}
      query={text}
      onQueryChange={setText}
      onSpotlightOpen={() => use(true)}
      nothingFound={palette.nothing}
      limit={12}
      shortcut={["mod + K"]}
      scrollable
      maxHeight="60vh"
      highlightQuery
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: palette.placeholder,
        "aria-label": texts.keys.palette,
      }}
    />
  )
}

const useGroups = (me: Me, isUsed: boolean, text: string): SpotlightActionGroupData[] => {
  const { palette, nav } = useTexts()
  const navigate = useNavigate()
  const budgets = useQuery({ ...ask.budgets, enabled: isUsed && seesBudgets(me) })
  const users = useQuery({ ...ask.users, enabled: isUsed && may(me, "users", "read") })
  const sees = seesTransactions(me)
  const transactionsOf = (search: Record<string, string>) => () =>
    void navigate({ to: "/transactions", search })
  return [
    {
      group: palette.pages,
      actions: destinationsOf(me).map(({ to, name, icon: Icon }) => ({
        id: to,
        label: nav[name],
        leftSection: <Icon size={18} />,
        onClick: () => void navigate({ to }),
      })),
    },
    {
      group: palette.actions,
      actions:
        text.trim() === "" || !sees
          ? []
          : [
              {
                id: "search",
                label: palette.searchTransactions(text.trim()),
                leftSection: <IconSearch size={18} />,
                onClick: transactionsOf({ search: text.trim() }),
              },
            ],
    },
    {
      group: palette.budgets,
      actions: (budgets.data ?? []).map(({ id, name }) => ({
        id: `budget-${id}`,
        label: name,
        onClick: () => void navigate({ to: "/budgets/$budget_id", params: { budget_id: id } }),
      })),
    },
    {
      group: palette.people,
      actions: (sees ? (users.data ?? []) : [])
        .filter((user) => !user.is_deleted)
        .map(({ id, name, email }) => ({
          id: `user-${id}`,
          label: name,
          description: email,
          onClick: transactionsOf({ person: String(id) }),
        })),
    },
  ]
}
