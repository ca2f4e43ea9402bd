import { Result } from "effect"
import { showBusiness } from "../businesses/rules.ts"
import { type Decision, joined, nothing } from "../core/decision.ts"
import { lockedBefore } from "../core/lock.ts"
import {
  type AccountingCode,
  LockedAccountingCode,
  type UpsertAccountingCode,
  type UpsertedAccountingCode,
} from "../core/records/accounting-codes.ts"
import type { Books } from "../core/records/books.ts"
import type { Business } from "../core/records/businesses.ts"
import { type Category, LockedCategory } from "../core/records/categories.ts"
import type { NamedRole } from "../core/records/roles.ts"
import { NotFound } from "../core/refusals.ts"
import { recordChange, rowChange, rowCreation } from "../core/row-change.ts"
import { IntegrationManagesCodes } from "./errors.ts"

/** Data that a store loads under its lock before a decision about an accounting code. */
export interface AccountingCodeContext {
  readonly business: Business
  /** Roles of the business, by `created`, ties by id. */
  readonly roles: ReadonlyArray<NamedRole>
  /** Accounting code of the command, deleted or not; null if there is none. */
  readonly accounting_code: AccountingCode | null
  /** Categories that are mapped to the code, by `created`, ties by id. */
  readonly categories: ReadonlyArray<Category>
  /** Null if the books have never been closed. */
  readonly books: Books | null
}

export interface AccountingCodeCommand extends UpsertAccountingCode {
  /** Id for a new code. */
  readonly id: string
  readonly now: string
}

export interface AccountingCodeRemoval {
  readonly accounting_code_id: string
  readonly now: string
}

/**
 * Creates a code, renames the existing one, or restores a deleted one; a restored code has no
 * mappings. "The first creation makes a manual integration when none exists." A code that already
 * has this name is returned unchanged.
 *
 * Refuses a business whose codes are managed by a connected integration.
 */
export const decideAccountingCode = (
  context: AccountingCodeContext,
  command: AccountingCodeCommand,
): Result.Result<Decision<UpsertedAccountingCode>, IntegrationManagesCodes> =>
  Result.map(unmanaged(context), () => {
    const { business, roles, accounting_code: before } = context
    const decision = upsert(context, command)
    const isCreation = before === null || before.is_deleted
    if (!isCreation || business.integration !== null) return decision
    const after: Business = { ...business, integration: "MANUAL", updated: command.now }
    const show = (row: Business) => showBusiness(row, roles)
    const integrated = rowChange("business.updated", { before: business, after, show })
    return { ...decision, ...joined([decision, integrated]) }
  })

/**
 * Does the same on behalf of an accounting integration, "what its sync would write": never refuses,
 * and does not change the integration of the business.
 */
export const decideAccountingCodeSync = (
  context: AccountingCodeContext,
  command: AccountingCodeCommand,
): Result.Result<Decision<UpsertedAccountingCode>> => Result.succeed(upsert(context, command))

/**
 * Deletes a code, and "clears category mappings".
 *
 * Refuses, in this order: an unknown or deleted code; a business whose codes are managed by a
 * connected integration.
 */
export const decideAccountingCodeRemoval = (
  context: AccountingCodeContext,
  command: AccountingCodeRemoval,
): Result.Result<Decision<void>, NotFound | IntegrationManagesCodes> =>
  Result.flatMap(remove(context, command), (decision) =>
    Result.map(unmanaged(context), () => decision),
  )

/**
 * Does the same on behalf of an accounting integration.
 *
 * Refuses an unknown or deleted code.
 */
export const decideAccountingCodeSyncRemoval = (
  context: AccountingCodeContext,
  command: AccountingCodeRemoval,
): Result.Result<Decision<void>, NotFound> => remove(context, command)

/** "A business with a manual integration or none can create, update and delete them." */
const unmanaged = ({
  business: { integration },
}: AccountingCodeContext): Result.Result<void, IntegrationManagesCodes> =>
  integration === null || integration === "MANUAL"
    ? Result.void
    : Result.fail(new IntegrationManagesCodes({ integration }))

const upsert = (
  { business, accounting_code: before, books }: AccountingCodeContext,
  { code, name, id, now }: AccountingCodeCommand,
): Decision<UpsertedAccountingCode> => {
  if (before !== null && !before.is_deleted && before.name === name) {
    return nothing({ is_new: false, accounting_code: before })
  }
  const { client_id } = business
  const accounting_code: AccountingCode = {
    ...(before ?? { client_id, id, code, locked: [], created: now }),
    name,
    is_deleted: false,
    updated: now,
  }
  if (before === null) {
    const creation = rowCreation("accounting_code.created", accounting_code)
    return { result: { is_new: true, accounting_code }, ...creation }
  }
  const type = before.is_deleted ? "accounting_code.restored" : "accounting_code.updated"
  const locked = lockedBefore(books, LockedAccountingCode, before, accounting_code)
  const after: AccountingCode = { ...accounting_code, locked }
  return {
    result: { is_new: false, accounting_code: after },
    ...recordChange(type, before, after),
  }
}

const remove = (
  { accounting_code: before, categories, books }: AccountingCodeContext,
  { accounting_code_id: id, now }: AccountingCodeRemoval,
): Result.Result<Decision<void>, NotFound> => {
  if (before === null || before.is_deleted) {
    return Result.fail(new NotFound({ what: "accounting code", id }))
  }
  const after: AccountingCode = { ...before, is_deleted: true, updated: now }
  const cleared = categories.map((category) => {
    const unmapped = { ...category, accounting_code_id: null, updated: now } satisfies Category
    const locked = lockedBefore(books, LockedCategory, category, unmapped)
    return recordChange("category.updated", category, { ...unmapped, locked })
  })
  const deletion = recordChange("accounting_code.deleted", before, after)
  return Result.succeed({ result: undefined, ...joined([deletion, ...cleared]) })
}
