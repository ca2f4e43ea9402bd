import { Result } from "effect"
import type { Business } from "../businesses/model.ts"
import { showBusiness } from "../businesses/rules.ts"
import type { Category } from "../categories/model.ts"
import { type NewEvent, previous } from "../events/model.ts"
import type { NamedRole } from "../roles/model.ts"
import { changed, created, type Decision, nothing, type Write } from "../shared/decision.ts"
import { NotFound } from "../shared/refusals.ts"
import { IntegrationManagesCodes } from "./errors.ts"
import type {
  AccountingCode,
  AccountingCodeSource,
  UpsertAccountingCode,
  UpsertedAccountingCode,
} from "./model.ts"

/** What a store loads, under its lock, before anything is decided about an accounting code. */
export interface AccountingCodeContext {
  readonly business: Business
  /** Its roles, by `created`, ties by id. */
  readonly roles: ReadonlyArray<NamedRole>
  /** The one that the command names, deleted or not; null when there is none. */
  readonly accounting_code: AccountingCode | null
  /** The categories that are mapped to it, by `created`, ties by id. */
  readonly categories: ReadonlyArray<Category>
}

export interface AccountingCodeCommand extends UpsertAccountingCode {
  readonly source: AccountingCodeSource
  /** Of a code that is new. */
  readonly id: string
  readonly now: string
}

/**
 * Creates a code, renames the one that is there, or restores it when it was deleted; its mappings
 * stay cleared then. "The first creation makes a manual integration when none exists"; a sync
 * leaves the business as it is. A code that has this name already is answered as it is.
 *
 * Refused: a connected integration manages the codes, unless it is its own sync that writes.
 */
export const decideAccountingCode = (
  { business, roles, accounting_code: before }: AccountingCodeContext,
  { source, code, name, id, now }: AccountingCodeCommand,
): Result.Result<Decision<UpsertedAccountingCode>, IntegrationManagesCodes> => {
  const managed = managedBy(business, source)
  if (managed !== null) return Result.fail(managed)
  if (before !== null && !before.is_deleted && before.name === name) {
    return Result.succeed(nothing({ is_new: false, accounting_code: before }))
  }
  const { client_id } = business
  const accounting_code: AccountingCode = {
    ...(before ?? { client_id, id, code, created: now }),
    name,
    is_deleted: false,
    updated: now,
  }
  const connected =
    source === "API" && before?.is_deleted !== false ? connectManually(business, roles, now) : none
  return Result.succeed({
    result: { is_new: before === null, accounting_code },
    writes: [
      before === null
        ? created("accounting_codes", accounting_code)
        : changed("accounting_codes", before, accounting_code),
      ...connected.writes,
    ],
    entries: [],
    events: [
      {
        type: `accounting_code.${nameOf(before)}`,
        resource: "accounting_codes",
        data: accounting_code,
        previous: before === null ? null : previous(before, accounting_code),
      },
      ...connected.events,
    ],
  })
}

const nameOf = (before: AccountingCode | null): "created" | "restored" | "updated" => {
  if (before === null) return "created"
  return before.is_deleted ? "restored" : "updated"
}

/** "A manual integration or none" leaves the codes to the API; a sync is never refused. */
const managedBy = (
  { integration }: Business,
  source: AccountingCodeSource,
): IntegrationManagesCodes | null =>
  source === "SYNC" || integration === null || integration === "MANUAL"
    ? null
    : new IntegrationManagesCodes({ integration })

interface Part {
  readonly writes: ReadonlyArray<Write>
  readonly events: ReadonlyArray<NewEvent>
}

const none: Part = { writes: [], events: [] }

/** "Makes a manual integration when none exists." */
const connectManually = (
  business: Business,
  roles: ReadonlyArray<NamedRole>,
  now: string,
): Part => {
  if (business.integration !== null) return none
  const after: Business = { ...business, integration: "MANUAL", updated: now }
  const data = showBusiness(after, roles)
  return {
    writes: [changed("businesses", business, after)],
    events: [
      {
        type: "business.updated",
        resource: "businesses",
        data,
        previous: previous(showBusiness(business, roles), data),
      },
    ],
  }
}

/**
 * Deletes a code, and "clears category mappings".
 *
 * Refused, in this order: no such code, or a deleted one; a connected integration manages the
 * codes, unless it is its own sync that deletes.
 */
export const decideAccountingCodeRemoval = (
  { business, accounting_code: before, categories }: AccountingCodeContext,
  {
    source,
    accounting_code_id: id,
    now,
  }: {
    readonly source: AccountingCodeSource
    readonly accounting_code_id: string
    readonly now: string
  },
): Result.Result<Decision<void>, NotFound | IntegrationManagesCodes> => {
  if (before === null || before.is_deleted) {
    return Result.fail(new NotFound({ what: "accounting code", id }))
  }
  const managed = managedBy(business, source)
  if (managed !== null) return Result.fail(managed)
  const after: AccountingCode = { ...before, is_deleted: true, updated: now }
  const cleared = categories.map((category) => ({
    category,
    after: { ...category, accounting_code_id: null, updated: now } satisfies Category,
  }))
  return Result.succeed({
    result: undefined,
    writes: [
      changed("accounting_codes", before, after),
      ...cleared.map(({ category, after }) => changed("categories", category, after)),
    ],
    entries: [],
    events: [
      {
        type: "accounting_code.deleted",
        resource: "accounting_codes",
        data: after,
        previous: previous(before, after),
      },
      ...cleared.map(({ category, after }) => ({
        type: "category.updated",
        resource: "categories",
        data: after,
        previous: previous(category, after),
      })),
    ],
  })
}
