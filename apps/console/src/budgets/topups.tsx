import { IconCoins } from "@tabler/icons-react"
import { useQuery } from "@tanstack/react-query"
import * as ask from "../api/queries.ts"
import type { Budget, BusinessTopup, Topup } from "../api/records.ts"
import { Empty, Trouble } from "../app/states.tsx"
import { TopupStatus } from "../approvals/request.tsx"
import { useFormat } from "../core/format.ts"
import { useTexts } from "../texts/languages.ts"

/** Topups of the budget: requested, added and removed funds. */
export const Topups = ({ budget }: { readonly budget: Budget }) => {
  const { approvals, common } = useTexts()
  const format = useFormat()
  const all = useQuery({ ...ask.topups(), enabled: budget.has_member_limits })
  const own = useQuery({ ...ask.budgetTopups(budget.id), enabled: !budget.has_member_limits })
  const list = budget.has_member_limits
    ? all.data?.results.filter((topup) => topup.budget.id === budget.id)
    : own.data?.results
  return (
    <>
      <Trouble failure={all.error ?? own.error} />
      {list?.length === 0 ? (
        <Empty
          icon={<IconCoins size={28} />}
          title={approvals.noneTitle}
          help={approvals.noneHelp}
        />
      ) : (
        <div className="table-frame">
          <table className="table" aria-label={approvals.title}>
            <thead>
              <tr>
                <th>{common.description}</th>
                <th className="wide">{common.person}</th>
                <th className="wide">{common.date}</th>
                <th>{common.status}</th>
                <th className="num">{common.amount}</th>
              </tr>
            </thead>
            <tbody>
              {(list ?? []).map((topup) => (
                <tr key={topup.id}>
                  <td>
                    {topup.description}
                    <ForMember topup={topup} />
                    <small className="narrow">
                      {topup.requested_by?.name ?? approvals.someone} · {format.day(topup.created)}
                    </small>
                  </td>
                  <td className="wide">{topup.requested_by?.name ?? approvals.someone}</td>
                  <td className="wide">{format.day(topup.created)}</td>
                  <td>
                    <TopupStatus status={topup.status} />
                  </td>
                  <td className="num" data-label={common.amount}>
                    {format.money(topup.amount)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

/** Member whose limit is raised, in a budget with member limits. */
const ForMember = ({ topup }: { readonly topup: Topup | BusinessTopup }) => {
  const { approvals } = useTexts()
  const name = "member" in topup ? topup.member?.user?.name : undefined
  return name === undefined ? null : <small className="block">{approvals.forMember(name)}</small>
}
