import { BudgetMembers, Budgets, Businesses, Users } from "@outlay/domain"
import { fold } from "@outlay/domain/rules"
import { BigDecimal, Effect } from "effect"
import { everything } from "../operations/pages.ts"
import { type MadeCatalogue, makeCatalogue } from "./catalogue.ts"
import { isMadeAfter, newestSequence } from "./meanwhile.ts"
import type { Draft, Refused } from "./row.ts"

/** Options for creating records from the names in a file. */
export interface NamingOptions {
  readonly client_id: number
  readonly createUsers: boolean
  readonly createBudgets: boolean
  readonly createCategories: boolean
  readonly createFields: boolean
  /** Template of user names: "Card {}" turns 8577 into "Card 8577". */
  readonly userName: string
  readonly emailDomain: string | null
}

interface BudgetName {
  readonly id: string
  /** True if members have their own limits. Only people add members to such a budget. */
  readonly limited: boolean
}

/** Records of the business by name, and the number of created records. */
interface Known {
  readonly usersByEmail: Map<string, number>
  readonly usersByName: Map<string, number>
  readonly budgets: Map<string, BudgetName>
  /** `<budget> <user>` */
  readonly memberships: Set<string>
  /** Role of created users. */
  readonly role_id: string
  readonly currency: string
  readonly made: MadeNames
}

/** Numbers of created records. */
interface MadeNames {
  users: number
  budgets: number
}

/** Key of a name. Spaces at the ends and case are ignored. */
const nameKey = (name: string): string => fold(name.trim())

const slug = (name: string): string =>
  nameKey(name)
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/gu, "-")
    .replace(/^-|-$/gu, "")
    .slice(0, 64)

/** Identifies a user in a file: by an address, or by a name that is inserted into the template. */
export const identify = (
  { userName, emailDomain }: Pick<NamingOptions, "userName" | "emailDomain">,
  text: string,
): { readonly name: string; readonly email: string | null } => {
  if (text.includes("@")) return { name: text.split("@")[0] ?? text, email: text }
  const name = userName.replaceAll("{}", text)
  return { name, email: emailDomain === null ? null : `${slug(name)}@${emailDomain}` }
}

/** Splits a name: the last word is the last name, also if it is the only word. */
const nameParts = (name: string) => {
  const words = name.trim().split(/\s+/u)
  const last_name = words.at(-1) ?? name
  return { first_name: words.slice(0, -1).join(" ") || "Imported", last_name }
}

const refused = (code: string, detail: string) => Effect.fail<Refused>({ code, detail })

const load = (client_id: number, made: MadeNames) =>
  Effect.gen(function* () {
    const { roles, currency } = yield* Businesses.use((_) => _.get({ client_id }))
    const role = roles.find(({ name }) => name === "Team Member") ?? roles[0]
    const known: Known = {
      usersByEmail: new Map(),
      usersByName: new Map(),
      budgets: new Map(),
      memberships: new Set(),
      role_id: role?.id ?? "",
      currency,
      made,
    }
    const active = { is_deleted: false }
    for (const { id, name, email } of yield* everything((page) =>
      Users.use((_) => _.list(client_id, active, page)),
    )) {
      known.usersByEmail.set(fold(email), id)
      if (!known.usersByName.has(nameKey(name))) known.usersByName.set(nameKey(name), id)
    }
    for (const { id, name, has_member_limits } of yield* everything((page) =>
      Budgets.use((_) => _.list(client_id, active, page)),
    )) {
      if (known.budgets.has(nameKey(name))) continue
      known.budgets.set(nameKey(name), { id, limited: has_member_limits })
      for (const { user } of yield* everything((page) =>
        BudgetMembers.use((_) => _.list({ client_id, budget_id: id }, active, page)),
      )) {
        if (user !== null) known.memberships.add(`${id} ${user.id}`)
      }
    }
    return known
  })

/** Returns the id of the user named in a cell. Creates the user if that is allowed. */
const userOf = (known: Known, options: NamingOptions, text: string) =>
  Effect.gen(function* () {
    const { name, email } = identify(options, text)
    const knownUser =
      (email === null ? undefined : known.usersByEmail.get(fold(email))) ??
      known.usersByName.get(nameKey(name))
    if (knownUser !== undefined) return knownUser
    const who = `There is no active user ${email ?? `"${name}"`}`
    if (!options.createUsers) return yield* refused("unknown_user", `${who}: --create users.`)
    if (email === null) {
      return yield* refused("unknown_user", `${who}, and creating one requires --email-domain.`)
    }
    const user = { ...nameParts(name), email, role_id: known.role_id }
    const { id } = yield* Users.use((_) =>
      _.create(options.client_id, { ...user, payment_types: ["cards"] }),
    )
    known.usersByEmail.set(fold(email), id)
    known.usersByName.set(nameKey(name), id)
    known.made.users += 1
    return id
  })

/** Creates a budget without funds that never resets. It counts spending and refuses nothing. */
const makeBudget = (known: Known, client_id: number, name: string, user_id: number | null) =>
  Effect.gen(function* () {
    const owner = user_id ?? [...known.usersByEmail.values()][0]
    if (owner === undefined) {
      const detail = `The budget "${name}" needs an owner, and there is no user yet: map user, too.`
      return yield* refused("budget_needs_owner", detail)
    }
    const people = [{ user: { id: owner } }]
    const { id } = yield* Budgets.use((_) =>
      _.create(client_id, {
        name,
        reset_amount: BigDecimal.make(0n, 0),
        reset_period: "NEVER",
        has_member_limits: false,
        rollover_funds: false,
        members: people,
        owners: people,
      }),
    )
    const budget: BudgetName = { id, limited: false }
    known.budgets.set(nameKey(name), budget)
    known.memberships.add(`${id} ${owner}`)
    known.made.budgets += 1
    return budget
  })

/** Returns the id of the budget named in a cell, with the user added as a member. */
const budgetOf = (known: Known, options: NamingOptions, name: string, user_id: number | null) =>
  Effect.gen(function* () {
    const { client_id, createBudgets } = options
    const budget = known.budgets.get(nameKey(name))
    if (budget === undefined && !createBudgets) {
      const detail = `There is no active budget "${name}": --create budgets creates it.`
      return yield* refused("unknown_budget", detail)
    }
    const { id, limited } = budget ?? (yield* makeBudget(known, client_id, name, user_id))
    const membership = `${id} ${user_id}`
    if (!createBudgets || user_id === null || limited || known.memberships.has(membership)) {
      return id
    }
    yield* BudgetMembers.use((_) =>
      _.create({ client_id, budget_id: id }, { user: { id: user_id } }),
    )
    known.memberships.add(membership)
    return id
  })

/** Ids of the names in a draft; null if the draft has no such name, or for an unknown category. */
export interface Found {
  readonly user_id: number | null
  readonly budget_id: string | null
  readonly category_id: string | null
}

/** Size at which the cache is cleared, so that memory does not grow with the file. */
const mostFound = 20_000

/** Cache key of a draft: everything that is looked up or created for it. */
const namedBy = ({ user, budget, category, accounting_code, fields }: Draft): string =>
  JSON.stringify([user, budget, category, accounting_code, fields])

/**
 * Looks up the names in a file, and creates those that may be created. A later run finds what an
 * earlier one created, so that an interrupted import can be resumed.
 */
export const makeNames = (options: NamingOptions) =>
  Effect.gen(function* () {
    const { client_id } = options
    const made: MadeNames & MadeCatalogue = {
      ...{ users: 0, budgets: 0, categories: 0, accounting_codes: 0, custom_fields: 0, options: 0 },
    }
    const lookUp = Effect.gen(function* () {
      const sequence = yield* newestSequence(client_id)
      const known = yield* load(client_id, made)
      return { sequence, known, ...(yield* makeCatalogue(options, nameKey, made)) }
    })
    let current = yield* lookUp
    const found = new Map<string, Found>()
    const find = Effect.fnUntraced(function* (draft: Draft) {
      const { known, categoryOf, makeFields } = current
      const user_id = draft.user === null ? null : yield* userOf(known, options, draft.user)
      const budget_id =
        draft.budget === null ? null : yield* budgetOf(known, options, draft.budget, user_id)
      const category_id = yield* categoryOf(draft)
      yield* makeFields(draft, budget_id)
      return { user_id, budget_id, category_id }
    })
    /** Returns the ids of a draft if an earlier draft had the same names; otherwise null. */
    const recall = (draft: Draft): Found | null => found.get(namedBy(draft)) ?? null
    const resolve = Effect.fnUntraced(function* (draft: Draft) {
      const ids: Found = yield* find(draft)
      if (found.size === mostFound) found.clear()
      found.set(namedBy(draft), ids)
      return ids
    })
    /**
     * Runs work in a unit of work that has locked the business. First looks up what others, such as
     * another import, have created since, so that it is not created twice.
     */
    const making = <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.gen(function* () {
        if (yield* isMadeAfter(client_id, current.sequence)) {
          current = yield* lookUp
          found.clear()
        }
        const done = yield* work
        current = { ...current, sequence: yield* newestSequence(client_id) }
        return done
      })
    const { currency } = current.known
    return { recall, resolve, making, made: () => ({ ...made }), currency }
  })

export type Names = Effect.Success<ReturnType<typeof makeNames>>
