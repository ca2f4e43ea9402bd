import { Balances, Businesses, UnitOfWork, Wallets } from "@outlay/domain"
import type { BusinessRecord } from "@outlay/domain/fields"
import { decimalsOf, toMajor } from "@outlay/domain/rules"
import { business as businessWire, CreateBusiness, CreateWallet } from "@outlay/http-contract"
import { Effect, Option } from "effect"
import { flagName } from "../commands/fields.ts"
import { withDatabase } from "../layers.ts"
import { facts, print, table } from "../terminal.ts"
import { bodyOf } from "./body.ts"
import { everything } from "./pages.ts"

interface Shared {
  readonly databaseUrl: Option.Option<string>
  readonly json: boolean
}

/** `outlay business create` */
export const create = (
  input: Shared & {
    readonly name: string
    readonly currency: string
    readonly wallets: ReadonlyArray<string>
    readonly features: ReadonlyArray<"expense_assistant" | "itemised_tax" | "hold_to_wallet">
    readonly integration: Option.Option<string>
  },
) =>
  Effect.gen(function* () {
    const given = {
      name: input.name,
      currency: input.currency,
      features: Object.fromEntries(input.features.map((feature) => [feature, true])),
      integration: Option.getOrNull(input.integration),
    }
    const body = yield* bodyOf(
      CreateBusiness,
      given,
      (path, detail) => `${path === "name" ? path : flagName(path)}: ${detail}`,
    )
    const wallets = yield* Effect.forEach(input.wallets, (currency) =>
      bodyOf(CreateWallet, { currency }, (_, detail) => `--wallet: ${detail}`),
    )
    // If a wallet is refused, no business is created: a retry must not make a duplicate.
    const work = Effect.gen(function* () {
      const made = yield* Businesses.use((_) => _.create(body))
      const { client_id } = made
      yield* Effect.forEach(wallets, (wallet) =>
        Wallets.use((_) => _.create({ client_id, ...wallet })),
      )
      return made
    })
    const made = yield* UnitOfWork.use((_) => _.atomically(work))
    yield* print(input.json, businessWire.encode(made, made), factsOf(made))
  }).pipe(withDatabase(input.databaseUrl))

/** `outlay business list` */
export const list = (input: Shared) =>
  Effect.gen(function* () {
    const found = yield* everything((page) => Businesses.use((_) => _.list(page)))
    const rows = found.map((_) => [_.client_id, _.name, _.currency, _.created])
    const text = table(["client_id", "name", "currency", "created"], rows)
    yield* print(
      input.json,
      found.map((each) => businessWire.encode(each, each)),
      text === "" ? "There are no businesses yet. Create one: outlay business create <name>" : text,
    )
  }).pipe(withDatabase(input.databaseUrl))

/** `outlay business show` */
export const show = (input: Shared & { readonly client_id: number }) =>
  Effect.gen(function* () {
    const { client_id } = input
    const business = yield* Businesses.use((_) => _.get({ client_id }))
    const balances = yield* Balances.use((_) => _.list(client_id))
    const wallets = balances.map(({ currency, balance }) => ({
      currency,
      balance: toMajor(balance, currency),
    }))
    const shown = wallets.map(
      ({ currency, balance }) =>
        [`wallet ${currency}`, balance.toFixed(decimalsOf(currency))] as const,
    )
    const text = [factsOf(business), facts(shown)].join("\n\n")
    yield* print(input.json, { ...businessWire.encode(business, business), wallets }, text)
  }).pipe(withDatabase(input.databaseUrl))

const factsOf = (business: BusinessRecord): string => {
  const { client_id, name, currency, features, integration, created, roles } = business
  const has = Object.entries(features).flatMap(([feature, on]) => (on ? [feature] : []))
  return [
    facts([
      ["client_id", client_id],
      ["name", name],
      ["currency", currency],
      ["features", has.length === 0 ? null : has.join(", ")],
      ["integration", integration],
      ["created", created],
    ]),
    table(
      ["role", "role_id"],
      roles.map((role) => [role.name, role.id]),
    ),
  ].join("\n\n")
}
