import type { Chance } from "../../../../scripts/chaos/chance.ts"

/** The parameters of a path with their values, without the business. */
export type Place = { readonly [parameter: string]: string | number }

export interface Known {
  readonly place: Place
  /** As a response last showed it. */
  record: { readonly [field: string]: unknown }
  isGone: boolean
}

/** How many of a kind are remembered: later ones take the places of others. */
const remembered = 300

/** The parameter that follows each noun in paths: `budgets` has `budget_id`. */
const parametersOf = (paths: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    paths.flatMap((path) =>
      [...path.matchAll(/([a-z-]+)\/\{(\w+)\}/gu)].map(([, noun = "", name = ""]) => [noun, name]),
    ),
  )

const isLive = ({ record }: Known): boolean => record["is_deleted"] !== true

/** What responses have shown of a business: its records, where they are, and what was named. */
export class Knowledge {
  readonly #chance: Chance
  readonly #parameters: ReadonlyMap<string, string>
  readonly #records = new Map<string, Map<string, Known>>()
  readonly #values = new Map<string, Array<unknown>>()

  constructor(chance: Chance, paths: ReadonlyArray<string>) {
    this.#chance = chance
    this.#parameters = parametersOf(paths)
  }

  /** Remembers a value under a name. */
  note(name: string, value: unknown): void {
    if (value === null || value === undefined) return
    const values = this.#values.get(name) ?? []
    this.#values.set(name, values)
    if (values.includes(value)) return
    if (values.length < remembered) values.push(value)
    else values[this.#chance.from(0, remembered - 1)] = value
  }

  /** A value of that name, mostly of a record that is there; undefined where none is known. */
  value(name: string): unknown {
    const there = [...(this.#records.get(name)?.values() ?? [])].filter(
      (known) => isLive(known) && this.isThere(known),
    )
    if (there.length > 0 && this.#chance.next() < 0.9) {
      return Object.values(this.#chance.of(there).place).at(-1)
    }
    const values = this.#values.get(name)
    return values === undefined ? undefined : this.#chance.of(values)
  }

  /** What was last noted under a name. */
  latest(name: string): unknown {
    return this.#values.get(name)?.at(-1)
  }

  /** Learns what a response to a path of the document has. */
  learn(path: string, place: Place, body: unknown): void {
    const noun = path.split("/").findLast((part) => !part.startsWith("{")) ?? ""
    if (noun === "businesses") return
    const { results, id } = (body ?? {}) as {
      readonly results?: ReadonlyArray<object>
      readonly id?: unknown
    }
    // To accept an invite answers a user, whose id may be the same number.
    const own = noun === "accept" ? undefined : this.at(place)
    if (own !== undefined && id !== undefined && String(id) === String(Object.values(place).at(-1)))
      own.record = body as Known["record"]
    for (const record of results ?? [body]) {
      if (typeof record === "object" && record !== null) this.#learnRecord(noun, place, record)
    }
  }

  /** Its path does not lead to it any more. */
  forget(place: Place): void {
    const found = this.at(place)
    if (found !== undefined) found.isGone = true
  }

  at(place: Place): Known | undefined {
    return this.#records.get(Object.keys(place).at(-1) ?? "")?.get(JSON.stringify(place))
  }

  /** Those that a path with these parameters leads to. */
  fitting(names: ReadonlyArray<string>): ReadonlyArray<Known> {
    const all = this.#records.get(names.at(-1) ?? "")?.values() ?? []
    return [...all].filter(
      ({ place }) => Object.keys(place).length === names.length && names.every((_) => _ in place),
    )
  }

  /** The record that its path names before it. */
  above({ place }: Known): Known | undefined {
    return this.at(Object.fromEntries(Object.entries(place).slice(0, -1)))
  }

  /** Whether it is there, and so is all that its path names. */
  isThere(known: Known): boolean {
    const above = this.above(known)
    return !known.isGone && (above === undefined || (isLive(above) && this.isThere(above)))
  }

  #learnRecord(noun: string, place: Place, record: object): void {
    const fields = record as { readonly [field: string]: unknown }
    for (const [name, value] of Object.entries(fields)) {
      if (/_id$|^(name|external_id|currency)$/u.test(name)) this.note(name, value)
    }
    if (noun === "roles") this.note("role_id", fields["id"])
    const { transaction, budget, member } = fields as {
      readonly [of: string]: { readonly id: string }
    }
    if (transaction?.id !== undefined) {
      this.#learnRecord("transactions", {}, transaction)
      return
    }
    if (noun === "budget-members" && budget !== undefined) {
      this.#keep({ budget_id: budget.id, budget_member_id: String(fields["id"]) }, fields)
      return
    }
    const name = noun === "authorisations" ? "transaction_id" : this.#parameters.get(noun)
    const id = fields["id"]
    if (name === undefined || (typeof id !== "string" && typeof id !== "number")) return
    this.note(name, noun === "members" ? Number(id) : id)
    const above = Object.fromEntries(Object.entries(place).filter(([each]) => each !== name))
    if (noun === "topups" && budget !== undefined) {
      const of = typeof member?.id === "string" ? { budget_member_id: member.id } : {}
      this.#keep({ budget_id: budget.id, ...of, topup_id: id }, fields)
    } else this.#keep({ ...above, [name]: id }, fields)
  }

  #keep(place: Place, record: Known["record"]): void {
    const name = Object.keys(place).at(-1) ?? ""
    const kind = this.#records.get(name) ?? new Map<string, Known>()
    this.#records.set(name, kind)
    const key = JSON.stringify(place)
    const found = kind.get(key)
    if (found !== undefined) {
      found.record = record
      found.isGone = false
      return
    }
    if (kind.size >= remembered) kind.delete(this.#chance.of([...kind.keys()]))
    kind.set(key, { place, record, isGone: false })
  }
}
