import { Result } from "effect"
import type { UpdateUser, User } from "../../core/records/users.ts"
import { UnknownReference } from "../../core/refusals.ts"
import type { UserContext } from "../context.ts"
import {
  ChainedAssistant,
  DelegateIsSelf,
  DelegateOutOfOffice,
  FeatureUnavailable,
  RepeatedAssistant,
  TooManyAssistants,
} from "../errors.ts"

export type DelegationRefusal =
  | UnknownReference
  | DelegateIsSelf
  | DelegateOutOfOffice
  | FeatureUnavailable
  | TooManyAssistants
  | RepeatedAssistant
  | ChainedAssistant

export type DelegateRefusal = UnknownReference | DelegateIsSelf | DelegateOutOfOffice

/** Maximum number of expense assistants of a user: "at most 3". */
export const maxAssistants = 3

/** Returns another active user, from those that the command refers to. */
const another = (
  { people }: UserContext,
  user: User,
  id: number,
  pointer: string,
): Result.Result<User, DelegateIsSelf | UnknownReference> => {
  if (id === user.id) return Result.fail(new DelegateIsSelf({ pointer }))
  const delegate = people.find((_) => _.id === id && !_.is_deleted)
  return delegate === undefined
    ? Result.fail(new UnknownReference({ pointer, what: "user", id }))
    : Result.succeed(delegate)
}

/**
 * Fields that determine whether the delegate is available while the user is away. The first one in
 * the patch is the pointer of a refusal.
 */
const absenceFields = [
  "delegate_approver",
  "out_of_office_mode",
  "out_of_office_start_date",
  "out_of_office_end_date",
] as const

/**
 * "`delegate_approver` is another active user of the business whose own out-of-office period does
 * not overlap." A period only counts while its mode is on. The rule is checked if the patch
 * contains the delegate or the user's own absence; a later change of the delegate's absence has no
 * effect on the user.
 */
export const decideDelegate = (
  context: UserContext,
  after: User,
  patch: UpdateUser,
): Result.Result<void, DelegateRefusal> => {
  const field = absenceFields.find((_) => patch[_] !== undefined)
  if (field === undefined || after.delegate_approver === null) return Result.succeed(undefined)
  const pointer = `/${field}`
  const delegate = another(context, after, after.delegate_approver, pointer)
  if (Result.isFailure(delegate)) return Result.fail(delegate.failure)
  const mine = absence(after)
  const theirs = absence(delegate.success)
  if (mine === null || theirs === null || mine.end < theirs.start || theirs.end < mine.start) {
    return Result.succeed(undefined)
  }
  return Result.fail(new DelegateOutOfOffice({ pointer, user_id: delegate.success.id, ...theirs }))
}

const absence = (user: User): { readonly start: string; readonly end: string } | null => {
  const { out_of_office_start_date: start, out_of_office_end_date: end } = user
  return user.out_of_office_mode && start !== null && end !== null ? { start, end } : null
}

/**
 * "`expense_delegate` replaces the whole set, at most 3, no repeats, not oneself, active users of
 * the business, never chained (an assistant has no assistants; one who has assistants is nobody's);
 * refused with `feature_unavailable` when the business lacks the feature. `[]` clears it."
 */
export const decideAssistants = (
  context: UserContext,
  after: User,
  { expense_delegate }: UpdateUser,
): Result.Result<void, Exclude<DelegationRefusal, DelegateOutOfOffice>> =>
  Result.gen(function* () {
    if (expense_delegate === undefined) return
    const pointer = "/expense_delegate"
    if (!context.business?.features.expense_assistant) {
      return yield* Result.fail(new FeatureUnavailable({ pointer, feature: "expense_assistant" }))
    }
    if (expense_delegate.length > maxAssistants) {
      return yield* Result.fail(new TooManyAssistants({ pointer, maximum: maxAssistants }))
    }
    const repeated = expense_delegate.findIndex((id, index) => expense_delegate.indexOf(id) < index)
    if (repeated >= 0) {
      const user_id = expense_delegate[repeated] as number
      return yield* Result.fail(
        new RepeatedAssistant({ pointer: `${pointer}/${repeated}`, user_id }),
      )
    }
    const assistants: Array<User> = []
    for (const [index, id] of expense_delegate.entries()) {
      assistants.push(yield* another(context, after, id, `${pointer}/${index}`))
    }
    const chained = assistants.findIndex((_) => _.expense_delegate.length > 0)
    if (chained >= 0) {
      const user_id = expense_delegate[chained] as number
      return yield* Result.fail(new ChainedAssistant({ pointer: `${pointer}/${chained}`, user_id }))
    }
    const assists = context.delegators.some((_) => _.expense_delegate.includes(after.id))
    if (assists && assistants.length > 0) {
      return yield* Result.fail(new ChainedAssistant({ pointer, user_id: after.id }))
    }
  })
