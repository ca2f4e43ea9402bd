/**
 * Filters with a choice for every person and every budget. A large business has thousands of them,
 * which would be most of the data of the page, so they are read when the field is entered.
 */
import { queryOptions, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, dataOf, ofBusiness } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import { useMe } from "../app/business.ts"
import { may } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"
import type { FilterGiven } from "./filters.ts"
import { named, Pick } from "./pick.tsx"

/** Returns the budgets, or only a named one until all have been read. */
export const useBudgets = (budget: string | undefined, isEntered: boolean) => {
  const all = useQuery({ ...ask.budgets, enabled: isEntered }).data
  const isUnnamed = all === undefined && budget !== undefined
  const one = useQuery({ ...ask.budget(budget ?? ""), enabled: isUnnamed }).data?.data
  return { budgets: all ?? (one === undefined ? [] : [one]), isAwaited: all === undefined }
}

export const BudgetPick = (props: FilterGiven) => {
  const { transactions } = useTexts()
  const [isEntered, enter] = useState(false)
  const { budgets, isAwaited } = useBudgets(props.filters.budget, isEntered)
  return (
    <Pick
      {...props}
      name="budget"
      label={transactions.budget}
      data={named(budgets)}
      isAwaited={isAwaited}
      enter={() => enter(true)}
    />
  )
}

const user = (id: string) =>
  queryOptions({
    queryKey: ["users", "named", id],
    queryFn: () =>
      dataOf(
        api.GET("/v1/businesses/{client_id}/users/{user_id}", {
          params: { path: { ...ofBusiness(), user_id: Number(id) } },
        }),
      ),
  })

/**
 * Returns the people whose spending the person may see; for those who see everyone, only a named
 * one until all have been read.
 */
export const usePeople = (person: string | undefined, isEntered: boolean) => {
  const me = useMe()
  const seesAll = may(me, "transactions", "read") && may(me, "users", "read")
  const all = useQuery({ ...ask.users, enabled: seesAll && isEntered }).data
  const isUnnamed = seesAll && all === undefined && person !== undefined
  const one = useQuery({ ...user(person ?? ""), enabled: isUnnamed }).data
  const own = me.user === null ? [] : [me.user, ...me.assists]
  if (!seesAll) return { people: own, isAwaited: false, seesAll }
  return { people: all ?? (one === undefined ? [] : [one]), isAwaited: all === undefined, seesAll }
}

export const PersonPick = (props: FilterGiven) => {
  const { transactions } = useTexts()
  const [isEntered, enter] = useState(false)
  const { people, isAwaited, seesAll } = usePeople(props.filters.person, isEntered)
  if (!seesAll && people.length < 2) return null
  return (
    <Pick
      {...props}
      name="person"
      label={transactions.person}
      data={named(people)}
      isAwaited={isAwaited}
      enter={() => enter(true)}
    />
  )
}
