import { Result } from "effect"
import type { Decision } from "../core/decision.ts"
import { lockedBefore } from "../core/lock.ts"
import { existing } from "../core/not-found.ts"
import type { Books } from "../core/records/books.ts"
import type { Business } from "../core/records/businesses.ts"
import {
  type CreateTaxRate,
  LockedTaxRate,
  type TaxRate,
  type TaxRateKey,
  type TaxRateRecord,
  type TaxRateSource,
  type UpdateTaxRate,
} from "../core/records/tax-rates.ts"
import type { NotFound } from "../core/refusals.ts"
import { recordChange, recordUpdate, rowCreation } from "../core/row-change.ts"

/** Data that a store loads under its lock before a decision about a tax rate. */
export interface TaxRateContext {
  readonly business: Business
  /** Null for a new tax rate, or if it does not exist or is deleted. */
  readonly tax_rate: TaxRate | null
  /** Null if the books have never been closed. */
  readonly books: Books | null
}

export interface TaxRateCommand extends CreateTaxRate {
  readonly id: string
  readonly now: string
}

/**
 * Creates a tax rate. Its source is the connected accounting integration, or manual if there is
 * none.
 */
export const decideTaxRate = (
  { business }: TaxRateContext,
  { id, name, rate, code = null, is_default_for, is_enabled, now }: TaxRateCommand,
): Result.Result<Decision<TaxRate>, never> => {
  const tax_rate: TaxRate = {
    client_id: business.client_id,
    id,
    name,
    rate,
    code,
    is_default_for,
    is_enabled,
    source: sourceOf(business),
    is_deleted: false,
    locked: [],
    created: now,
    updated: now,
  }
  return Result.succeed({ result: tax_rate, ...rowCreation("tax_rate.created", tax_rate) })
}

const sourceOf = ({ integration }: Business): TaxRateSource =>
  integration === null || integration === "MANUAL" ? "MANUAL" : "INTEGRATION"

/**
 * Changes the given fields only; line items of locked days still show the previous rate. Refuses an
 * unknown tax rate.
 */
export const decideTaxRateUpdate = (
  context: TaxRateContext,
  key: TaxRateKey,
  patch: UpdateTaxRate,
  now: string,
): Result.Result<Decision<TaxRate>, NotFound> =>
  Result.map(existing(context.tax_rate, "tax rate", key.tax_rate_id), (before) => {
    const after: TaxRate = {
      ...before,
      name: patch.name ?? before.name,
      rate: patch.rate ?? before.rate,
      code: patch.code === undefined ? before.code : patch.code,
      is_default_for: patch.is_default_for ?? before.is_default_for,
      is_enabled: patch.is_enabled ?? before.is_enabled,
      updated: now,
    }
    const locked = lockedBefore(context.books, LockedTaxRate, before, after)
    return recordUpdate("tax_rate.updated", before, { ...after, locked })
  })

/**
 * Deletes a tax rate. Line items that refer to it show null; those of locked days still show the
 * rate. Refuses an unknown tax rate.
 */
export const decideTaxRateRemoval = (
  context: TaxRateContext,
  key: TaxRateKey,
  now: string,
): Result.Result<Decision<void>, NotFound> =>
  Result.map(existing(context.tax_rate, "tax rate", key.tax_rate_id), (before) => {
    const after: TaxRate = { ...before, is_deleted: true, updated: now }
    const locked = lockedBefore(context.books, LockedTaxRate, before, after)
    return { result: undefined, ...recordChange("tax_rate.deleted", before, { ...after, locked }) }
  })

/**
 * Returns the tax rate of an item that names none: "the earliest made of the enabled rates whose
 * `is_default_for` fits"; BOTH fits both.
 */
export const defaultTaxRate = (
  rates: ReadonlyArray<TaxRate>,
  scope: "DOMESTIC" | "INTERNATIONAL",
): TaxRate | null =>
  rates
    .filter(
      (_) =>
        _.is_enabled &&
        !_.is_deleted &&
        (_.is_default_for === scope || _.is_default_for === "BOTH"),
    )
    .reduce<TaxRate | null>(
      (first, rate) => (first === null || isMadeBefore(rate, first) ? rate : first),
      null,
    )

const isMadeBefore = (a: TaxRate, b: TaxRate): boolean =>
  a.created < b.created || (a.created === b.created && a.id < b.id)

/** Returns a tax rate as the API shows it. */
export const showTaxRate = (tax_rate: TaxRateRecord): TaxRateRecord => ({
  id: tax_rate.id,
  name: tax_rate.name,
  rate: tax_rate.rate,
  code: tax_rate.code,
  is_default_for: tax_rate.is_default_for,
  is_enabled: tax_rate.is_enabled,
  source: tax_rate.source,
})
