import type { Chance } from "../../../../scripts/chaos/chance.ts"
import { type Document, resolved, type Schema } from "../openapi/document.ts"
import type { Knowledge } from "./knowledge.ts"

/** Fields that contain ids of another field's kind. */
const aliases: { readonly [field: string]: string } = {
  delegate_approver: "user_id",
  expense_delegate: "user_id",
  categories: "category_id",
  allow_options: "option_id",
  "user.id": "user_id",
  "invite.id": "invite_id",
  "custom_fields.id": "custom_field_id",
  budget: "budget_id",
}

const currencies = ["AUD", "AUD", "AUD", "USD", "EUR", "JPY", "KWD"]

const day = 86_400_000

export const nobodysId = "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"

/** Creates values that are valid by the schemas of a document and meaningful to a business. */
export class Values {
  readonly #document: Document
  readonly #chance: Chance
  readonly #knowledge: Knowledge
  readonly #now: () => number
  #made: number

  constructor(document: Document, chance: Chance, knowledge: Knowledge, now: () => number) {
    this.#document = document
    this.#chance = chance
    this.#knowledge = knowledge
    this.#now = now
    // Several runs may share a service, so unique values must differ.
    this.#made = chance.from(0, 1e6) * 1_000
  }

  /** Returns a value for a field; `parent` is the field that contains its object. */
  of(given: Schema, field: string, parent = ""): unknown {
    const schema = resolved<Schema>(this.#document, given as Schema & { $ref: string })
    if (schema.enum !== undefined) return this.#chance.of(schema.enum)
    const forms = schema.anyOf
    if (forms !== undefined) return this.of(this.#chance.of(forms), field, parent)
    const type = typeof schema.type === "string" ? schema.type : this.#chance.of(schema.type ?? [])
    switch (type) {
      case "null":
        return null
      case "boolean":
        return this.is(0.5)
      case "integer":
        return this.#known(field, parent) ?? this.#chance.from(schema.minimum ?? 0, 60)
      case "number":
        return this.amount(schema.minimum ?? -100)
      case "array":
        return this.#array(schema, field)
      case "object":
        return this.object(schema, field)
      default:
        return this.#text(schema, field, parent)
    }
  }

  is(probability: number): boolean {
    return this.#chance.next() < probability
  }

  amount(least: number): number {
    const cents = this.#chance.from(least < 0 ? -5_000 : 0, 5_000)
    return (cents === 0 && least !== 0 ? 1 : cents) / 100
  }

  /** Returns an instant at most that many days ago. */
  instant(days: number): string {
    return new Date(this.#now() - this.#chance.from(0, days * day)).toISOString()
  }

  /** Returns a date that many days from now; a negative number is in the past. */
  date(days: number): string {
    return new Date(this.#now() + days * day).toISOString().slice(0, 10)
  }

  object(schema: Schema, field: string): { [name: string]: unknown } {
    const { properties = {}, required = [] } = schema
    // A reference to a person has either a user or an invite.
    const left = "user" in properties && "invite" in properties
    const omitted = left ? (this.is(0.85) ? "invite" : "user") : ""
    const made: { [name: string]: unknown } = {}
    for (const [name, value] of Object.entries(properties)) {
      if (name === omitted) continue
      const isNeeded = required.includes(name) || (left && /^(user|invite)$/u.test(name))
      if (isNeeded || this.is(0.4)) made[name] = this.of(value, name, field)
    }
    return made
  }

  #array(schema: Schema, field: string): ReadonlyArray<unknown> {
    const length = Math.max(schema.minItems ?? 0, this.#chance.from(0, 2))
    const items = Array.from({ length }, () => this.of(schema.items ?? {}, field, field))
    const isDistinct = schema.uniqueItems === true || this.is(0.9)
    return isDistinct ? [...new Map(items.map((_) => [JSON.stringify(_), _])).values()] : items
  }

  #known(field: string, parent: string): unknown {
    const name = aliases[`${parent}.${field}`] ?? aliases[field] ?? field
    return /_id$/u.test(name) ? this.#knowledge.value(name) : undefined
  }

  #text(schema: Schema, field: string, parent: string): string {
    const known = this.#known(field, parent)
    if (typeof known === "string") return known
    const n = ++this.#made
    switch (schema.format) {
      case "uuid":
        return nobodysId
      case "date":
        return this.date(this.#chance.from(-60, 5))
      case "date-time":
        return this.instant(60)
      case "email":
        return `person-${n}@example.com`
      case "uri":
      case "uri-reference":
        return `https://example.com/${n}`
      default:
        if (schema.pattern !== undefined) return this.#chance.of(currencies)
        if (field === "external_id" && this.is(0.1)) {
          return String(this.#knowledge.value("external_id") ?? `text ${n}`)
        }
        return this.#chance.of([`${field} ${n}`, `Zoë ${n}`, `日本 ${n}`, ` ${field} é ${n} `])
    }
  }
}
