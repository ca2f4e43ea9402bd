import type { OperationId } from "../../../interface/operations.ts"
import { type Answer, type Business, type Check, checksOf, type Trial } from "../../check.ts"
import { expectUnchanged } from "../difference.ts"
import { callOf, isRead, kindOf, operationIds, type Path, pathsOf } from "./attempts.ts"
import { tenant, wholeState, workingTokens } from "./businesses.ts"

type Row = Omit<Check, "profile">

/** A `client_id` that does not exist. */
const noBusiness = "2147480000"
/** Maximum number of records of the other business that each token tries. */
const mostPaths = 4

export const isRefused = ({ status }: Answer): boolean => status >= 400 && status < 500

const expectRule = async (trial: Trial, operation: OperationId): Promise<void> => {
  const theirs = await trial.world("beta")
  const askers = [trial.business, await trial.world("gamma"), await trial.world("delta")]
  const paths = pathsOf(theirs, operation, mostPaths)
  if (paths.length === 0) trial.untestable("the other business has nothing of this kind")
  for (const asker of askers) {
    for (const as of workingTokens(asker)) {
      for (const path of paths) await checkOne(trial, operation, { theirs, asker, as, path })
    }
  }
}

interface Attempt {
  readonly theirs: Business
  readonly asker: Business
  readonly as: string
  readonly path: Path
}

const checkOne = async (
  trial: Trial,
  operation: OperationId,
  { theirs, asker, as, path }: Attempt,
): Promise<void> => {
  const call = { ...callOf(theirs, operation, path), as }
  const at = (client_id: string) => asker.call(operation, { ...call, path: { ...path, client_id } })
  const response = await at(theirs.client_id)
  trial.expect(isRefused(response), `a refusal to ${asker.spec.key}'s token ${as}: 4xx`, response)
  const nowhere = await at(noBusiness)
  trial.expect(
    response.status === nowhere.status && kindOf(response.body) === kindOf(nowhere.body),
    `the answer that a business gets which there is not: ${nowhere.status}, ${nowhere.text}`,
    `${response.status}, ${response.text}`,
  )
}

/** Attempts every write with a token of one business on another. */
const attempt = async (mine: Business, theirs: Business): Promise<void> => {
  for (const operation of operationIds.filter((id) => !isRead(id))) {
    for (const path of pathsOf(theirs, operation, 2)) {
      const call = callOf(theirs, operation, path)
      for (const as of workingTokens(mine)) {
        await mine.call(operation, { ...call, as, path: { ...path, client_id: theirs.client_id } })
      }
      // In the path of the token's own business, with ids of the other.
      await mine.call(operation, { ...callOf(mine, operation, path), path })
    }
  }
}

export const foreignBusinesses = checksOf("tenancy", [
  ...operationIds.map(
    (operation): Row => ({
      id: `tenancy.foreign-business.${operation}`,
      requirement: "tenancy.foreign-business",
      title: `${operation} of another business is refused to every token`,
      scenario: "alpha",
      run: (trial: Trial) => expectRule(trial, operation),
    }),
  ),
  {
    id: "tenancy.nothing-applied",
    requirement: "tenancy.nothing-applied",
    title: "No write of another business's token changes anything",
    scenario: tenant("intruder"),
    run: async (trial: Trial) => {
      const theirs = await trial.fresh(tenant("other"))
      const before = await wholeState(trial, theirs)
      await attempt(trial.business, theirs)
      const after = await wholeState(trial, theirs)
      expectUnchanged(trial, "the business as it was", [before, after])
    },
  },
])
