import { Effect, Stream } from "effect"
import type { EventResource } from "../../core/event-types.ts"
import type { Budget } from "../../core/records/budgets.ts"
import type { Business } from "../../core/records/businesses.ts"
import type { Role } from "../../core/records/roles.ts"
import type { VerificationStore } from "../store.ts"
import type { Json } from "./record-events.ts"

/** Data of other records that a comparison needs: small tables, and events processed so far. */
export class Lookups {
  readonly roles: ReadonlyArray<Role>
  readonly #budgets: ReadonlyMap<string, Budget>
  readonly #taxRates: ReadonlySet<string>
  readonly #enabledCategories: ReadonlySet<string>
  readonly #onceDisabled = new Set<string>()
  readonly #linkedFields = new Set<string>()
  readonly #otherFields = new Set<string>()

  constructor(rows: {
    readonly roles: ReadonlyArray<Role>
    readonly budgets: ReadonlyArray<Budget>
    readonly tax_rates: ReadonlyArray<{ readonly id: string; readonly is_deleted: boolean }>
    readonly categories: ReadonlyArray<Enabled>
  }) {
    this.roles = rows.roles
    this.#budgets = new Map(rows.budgets.map((budget) => [budget.id, budget]))
    const rates = rows.tax_rates.filter(({ is_deleted }) => !is_deleted)
    this.#taxRates = new Set(rates.map(({ id }) => id))
    const enabled = rows.categories.filter((_) => _.enabled && !_.is_deleted)
    this.#enabledCategories = new Set(enabled.map(({ id }) => id))
  }

  /** Processes an event of a category or a custom field. Their events come before all others. */
  take(resource: EventResource, record: string, data: Json | null, previous: Json | null): void {
    if (resource === "categories") {
      if (data?.["enabled"] === false || previous?.["enabled"] === false) {
        this.#onceDisabled.add(record)
      }
    } else if (resource === "custom_fields") {
      const fields = data?.["budget_setting"] === "SOME" ? this.#linkedFields : this.#otherFields
      fields.add(record)
    }
  }

  budget(id: unknown): Budget | null {
    return this.#budgets.get(String(id)) ?? null
  }

  hasTaxRate(id: unknown): boolean {
    return this.#taxRates.has(String(id))
  }

  /** True if the category exists, and no event shows it disabled. */
  isAlwaysEnabled(category_id: unknown): boolean {
    const id = String(category_id)
    return this.#enabledCategories.has(id) && !this.#onceDisabled.has(id)
  }

  /** True if every event of the custom field, even of a deleted one, has the setting SOME. */
  isAlwaysLinked(custom_field_id: string): boolean {
    return this.#linkedFields.has(custom_field_id) && !this.#otherFields.has(custom_field_id)
  }
}

interface Enabled {
  readonly id: string
  readonly enabled: boolean
  readonly is_deleted: boolean
}

/** Reads the business and the data that comparisons need. */
export const readLookups = Effect.fnUntraced(function* (
  store: VerificationStore["Service"],
  client_id: number,
) {
  const all = <R extends EventResource>(resource: R) =>
    Stream.runCollect(store.records(client_id, resource))
  const read = yield* Effect.all(
    {
      businesses: all("businesses"),
      roles: store.all(client_id, "roles"),
      budgets: all("budgets"),
      tax_rates: all("tax_rates"),
      categories: all("categories"),
    },
    { concurrency: "unbounded" },
  )
  const [business]: ReadonlyArray<Business> = read.businesses
  if (business === undefined) return yield* Effect.die(new Error("the business has no row"))
  return { business, lookups: new Lookups({ ...read, roles: read.roles ?? [] }) }
})
