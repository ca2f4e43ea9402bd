/**
 * Filters with a choice for every person and every budget. A large business has thousands of them,
 * which would be most of the data of the page, so they are read when the field is entered.
 */
import { queryOptions, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { answered, api, ofBusiness } from "../api/client.ts"
import * as ask from "../api/queries.ts"
import { useMe } from "../app/business.ts"
import { may } from "../core/rights.ts"
import { useTexts } from "../texts/languages.ts"
import type { FilterGiven } from "./filters.ts"
import { named, Pick } from "./pick.tsx"

export const BudgetPick = (given: FilterGiven) => {
  const { transactions } = useTexts()
  const [isEntered, enter] = useState(false)
  const all = useQuery({ ...ask.budgets, enabled: isEntered }).data
  const { budget } = given.filters
  const isUnnamed = all === undefined && budget !== undefined
  const one = useQuery({ ...ask.budget(budget ?? ""), enabled: isUnnamed }).data?.data
  return (
    <Pick
      {...given}
      name="budget"
      label={transactions.budget}
      data={named(all ?? (one === undefined ? [] : [one]))}
      isAwaited={all === undefined}
      enter={() => enter(true)}
    />
  )
}

const user = (id: string) =>
  queryOptions({
    queryKey: ["users", "named", id],
    queryFn: () =>
      answered(
        api.GET("/v1/businesses/{client_id}/users/{user_id}", {
          params: { path: { ...ofBusiness(), user_id: Number(id) } },
        }),
      ),
  })

/** People whose spending the person may see. */
export const PersonPick = (given: FilterGiven) => {
  const me = useMe()
  const seesAll = may(me, "transactions", "read") && may(me, "users", "read")
  if (seesAll) return <AnyPerson {...given} />
  const own = me.user === null ? [] : [me.user, ...me.assists]
  return own.length < 2 ? null : <People {...given} people={own} />
}

type Named = Parameters<typeof named>[0]

const People = (
  given: FilterGiven & {
    readonly people: Named
    readonly isAwaited?: boolean
    readonly enter?: () => void
  },
) => {
  const { transactions } = useTexts()
  const { people, ...rest } = given
  return <Pick {...rest} name="person" label={transactions.person} data={named(people)} />
}

const AnyPerson = (given: FilterGiven) => {
  const [isEntered, enter] = useState(false)
  const all = useQuery({ ...ask.users, enabled: isEntered }).data
  const { person } = given.filters
  const isUnnamed = all === undefined && person !== undefined
  const one = useQuery({ ...user(person ?? ""), enabled: isUnnamed }).data
  return (
    <People
      {...given}
      people={all ?? (one === undefined ? [] : [one])}
      isAwaited={all === undefined}
      enter={() => enter(true)}
    />
  )
}
