import type { Chance } from "../../../../scripts/chaos/chance.ts"

/** Values of the parameters of a path, without the business. */
export type Place = { readonly [parameter: string]: string | number }

export interface Known {
  readonly place: Place
  /** Record in the last response. */
  record: { readonly [field: string]: unknown }
  isGone: boolean
}

/** Maximum number of records of a kind. Later ones replace earlier ones. */
const remembered = 300

/** Parameter that follows each noun in paths: `budgets` has `budget_id`. */
const parametersOf = (paths: ReadonlyArray<string>): ReadonlyMap<string, string> =>
  new Map(
    paths.flatMap((path) =>
      [...path.matchAll(/([a-z-]+)\/\{(\w+)\}/gu)].map(([, noun = "", name = ""]) => [noun, name]),
    ),
  )

const isLive = ({ record }: Known): boolean => record["is_deleted"] !== true

/** Records and values of a business that responses have shown. */
export class Knowledge {
  readonly #chance: Chance
  readonly #parameters: ReadonlyMap<string, string>
  readonly #records = new Map<string, Map<string, Known>>()
  readonly #values = new Map<string, Array<unknown>>()

  constructor(chance: Chance, paths: ReadonlyArray<string>) {
    this.#chance = chance
    this.#parameters = parametersOf(paths)
  }

  /** Stores a value under a name. */
  note(name: string, value: unknown): void {
    if (value === null || value === undefined) return
    const values = this.#values.get(name) ?? []
    this.#values.set(name, values)
    if (values.includes(value)) return
    if (values.length < remembered) values.push(value)
    else values[this.#chance.from(0, remembered - 1)] = value
  }

  /** Returns a value of that name, mostly of an existing record; undefined if none is known. */
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

  /** Returns the last value stored under a name. */
  latest(name: string): unknown {
    return this.#values.get(name)?.at(-1)
  }

  /** Stores the records in a response to a path of the document. */
  learn(path: string, place: Place, body: unknown): void {
    const noun = path.split("/").findLast((part) => !part.startsWith("{")) ?? ""
    if (noun === "businesses") return
    const { results, id } = (body ?? {}) as {
      readonly results?: ReadonlyArray<object>
      readonly id?: unknown
    }
    // Accepting an invite returns a user, whose id may be the same number.
    const own = noun === "accept" ? undefined : this.at(place)
    if (own !== undefined && id !== undefined && String(id) === String(Object.values(place).at(-1)))
      own.record = body as Known["record"]
    for (const record of results ?? [body]) {
      if (typeof record === "object" && record !== null) this.#learnRecord(noun, place, record)
    }
  }

  /** Marks a record as deleted. */
  forget(place: Place): void {
    const found = this.at(place)
    if (found !== undefined) found.isGone = true
  }

  at(place: Place): Known | undefined {
    return this.#records.get(Object.keys(place).at(-1) ?? "")?.get(JSON.stringify(place))
  }

  /** Returns the records whose path has these parameters. */
  fitting(names: ReadonlyArray<string>): ReadonlyArray<Known> {
    const all = this.#records.get(names.at(-1) ?? "")?.values() ?? []
    return [...all].filter(
      ({ place }) => Object.keys(place).length === names.length && names.every((_) => _ in place),
    )
  }

  /** Returns the parent record in its path. */
  above({ place }: Known): Known | undefined {
    return this.at(Object.fromEntries(Object.entries(place).slice(0, -1)))
  }

  /** True if the record and all its parents exist. */
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
