import { Result } from "effect"
import type { Caller } from "../../core/caller.ts"
import { type Decision, nothing } from "../../core/decision.ts"
import { isUnchanged } from "../../core/events.ts"
import { sameFolded } from "../../core/fold.ts"
import { existing } from "../../core/not-found.ts"
import type { Business } from "../../core/records/businesses.ts"
import type { NamedRole, Role } from "../../core/records/roles.ts"
import {
  type CreateUser,
  fullName,
  type UpdateMe,
  type UpdateUser,
  type User,
  type UserKey,
  type UserRecord,
} from "../../core/records/users.ts"
import { NotFound, UnknownReference } from "../../core/refusals.ts"
import { rowChange, rowCreation } from "../../core/row-change.ts"
import { asSet } from "../../core/sets.ts"
import type { RoleExceedsYours } from "../../roles/errors.ts"
import { decideGrant } from "../../roles/rules.ts"
import type { UserContext } from "../context.ts"
import { OutOfOfficeEndsBeforeStart, OutOfOfficeNeedsDates, UserExists } from "../errors.ts"
import {
  type DelegateRefusal,
  type DelegationRefusal,
  decideAssistants,
  decideDelegate,
} from "./delegation.ts"

/** Returns a user as the API shows it. */
export const showUser = (
  user: User,
  {
    business,
    roles,
  }: {
    readonly business: Pick<Business, "features"> | null
    readonly roles: ReadonlyArray<NamedRole>
  },
): UserRecord => ({
  ...user,
  name: fullName(user),
  role: roles.find(({ id }) => id === user.role_id)?.name ?? "",
  expense_delegate: business?.features.expense_assistant ? user.expense_delegate : null,
})

export interface UserCommand extends CreateUser {
  readonly client_id: number
  readonly id: number
  readonly now: string
}

/** Returns a user who is active, not absent, and delegates nothing. */
export const newUser = ({ now, display_name = null, ...patchedFields }: UserCommand): User => ({
  client_id: patchedFields.client_id,
  id: patchedFields.id,
  first_name: patchedFields.first_name,
  last_name: patchedFields.last_name,
  display_name,
  email: patchedFields.email,
  role_id: patchedFields.role_id,
  payment_types: patchedFields.payment_types,
  out_of_office_mode: false,
  out_of_office_start_date: null,
  out_of_office_end_date: null,
  delegate_approver: null,
  expense_delegate: [],
  muted_notifications: [],
  is_deleted: false,
  created: now,
  updated: now,
})

/**
 * Creates an active user. The operator can do so even if there is a pending invite for the address.
 *
 * Refuses, in this order: an unknown business; an unknown role; the address of an active user.
 */
export const decideUser = (
  context: UserContext,
  command: UserCommand,
): Result.Result<Decision<UserRecord>, NotFound | UnknownReference | UserExists> =>
  Result.gen(function* () {
    yield* existing(context.business, "business", command.client_id)
    yield* knownRole(context, command.role_id)
    const namesake = context.namesakes.find((_) => sameFolded(_.email, command.email))
    if (namesake !== undefined) {
      return yield* Result.fail(new UserExists({ pointer: "/email", user_id: namesake.id }))
    }
    const user = newUser(command)
    const result = showUser(user, context)
    return { result, ...rowCreation("user.created", user, result) }
  })

const knownRole = (
  { roles }: UserContext,
  role_id: string,
): Result.Result<Role, UnknownReference> => {
  const role = roles.find(({ id }) => id === role_id)
  return role === undefined
    ? Result.fail(new UnknownReference({ pointer: "/role_id", what: "role", id: role_id }))
    : Result.succeed(role)
}

/** Returns a user who exists and is not deleted. */
export const activeUser = (
  user: User | null,
  { user_id }: Pick<UserKey, "user_id">,
): Result.Result<User, NotFound> =>
  user === null || user.is_deleted
    ? Result.fail(new NotFound({ what: "user", id: user_id }))
    : Result.succeed(user)

export type UpdateUserRefusal =
  | NotFound
  | UnknownReference
  | RoleExceedsYours
  | OutOfOfficeNeedsDates
  | OutOfOfficeEndsBeforeStart
  | DelegationRefusal

/**
 * Changes the given fields only. The rules apply to the user as it would be after the patch.
 *
 * Refuses, in this order: an unknown user; an unknown role; another role with permissions that the
 * caller does not have; an absence without both dates, or one that ends before it starts; a
 * delegate who is the user, unknown, or absent at the same time; assistants without the feature,
 * more than three, duplicate, the user, unknown, or chained.
 */
export const decideUserUpdate = (
  context: UserContext,
  key: UserKey,
  patch: UpdateUser,
  { now, caller }: { readonly now: string; readonly caller: Caller },
): Result.Result<Decision<UserRecord>, UpdateUserRefusal> =>
  Result.gen(function* () {
    const user = yield* activeUser(context.user, key)
    if (patch.role_id !== undefined) {
      const role = yield* knownRole(context, patch.role_id)
      if (role.id !== user.role_id) yield* decideGrant(caller, role, "/role_id")
    }
    const after = yield* laidOver(context, user, patch, now)
    yield* decideAssistants(context, after, patch)
    return changedUser(context, user, {
      ...after,
      payment_types: asSet(user.payment_types, after.payment_types),
      expense_delegate: asSet(user.expense_delegate, after.expense_delegate),
    })
  })

type Patch = UpdateUser & UpdateMe

/** Returns the user after the patch, if absence and delegate are valid. */
const laidOver = (
  context: UserContext,
  user: User,
  patch: Patch,
  now: string,
): Result.Result<User, UpdateMeRefusal> =>
  Result.gen(function* () {
    const after: User = { ...user, ...patchedFields(patch), updated: now }
    yield* decideAbsence(after, patch)
    yield* decideDelegate(context, after, patch)
    return after
  })

/** Returns the change of a user; no change if nothing differs. */
export const changedUser = (
  context: UserContext,
  user: User,
  after: User,
): Decision<UserRecord> => {
  if (isUnchanged(user, after)) return nothing(showUser(user, context))
  const show = (row: User) => showUser(row, context)
  return {
    result: show(after),
    ...rowChange("user.updated", { before: user, after, show }),
  }
}

export type UpdateMeRefusal =
  | NotFound
  | OutOfOfficeNeedsDates
  | OutOfOfficeEndsBeforeStart
  | DelegateRefusal

/**
 * Changes a user's own settings: display name, absence and delegate.
 *
 * Refuses, in this order: an unknown user; an absence without both dates, or one that ends before
 * it starts; a delegate who is the user, unknown, or absent at the same time.
 */
export const decideMeUpdate = (
  context: UserContext,
  key: Pick<UserKey, "user_id">,
  patch: UpdateMe,
  now: string,
): Result.Result<Decision<UserRecord>, UpdateMeRefusal> =>
  Result.gen(function* () {
    const user = yield* activeUser(context.user, key)
    return changedUser(context, user, yield* laidOver(context, user, patch, now))
  })

/** Returns the fields that a patch contains: "clears nothing it does not name". */
const patchedFields = (patch: Patch): Partial<User> =>
  Object.fromEntries(patchable.flatMap((_) => (patch[_] === undefined ? [] : [[_, patch[_]]])))

const patchable = [
  "display_name",
  "role_id",
  "payment_types",
  "out_of_office_mode",
  "out_of_office_start_date",
  "out_of_office_end_date",
  "delegate_approver",
  "expense_delegate",
] as const satisfies ReadonlyArray<keyof Patch>

/** "Mode `true` needs both dates; end not before start." */
const decideAbsence = (
  { out_of_office_mode, out_of_office_start_date: start, out_of_office_end_date: end }: User,
  patch: UpdateUser,
): Result.Result<void, OutOfOfficeNeedsDates | OutOfOfficeEndsBeforeStart> => {
  if (out_of_office_mode && (start === null || end === null)) {
    const missing = start === null ? "start" : "end"
    return Result.fail(new OutOfOfficeNeedsDates({ pointer: `/out_of_office_${missing}_date` }))
  }
  if (start === null || end === null || start <= end) return Result.succeed(undefined)
  const wrong = patch.out_of_office_end_date === undefined ? "start" : "end"
  return Result.fail(
    new OutOfOfficeEndsBeforeStart({ pointer: `/out_of_office_${wrong}_date`, start, end }),
  )
}
