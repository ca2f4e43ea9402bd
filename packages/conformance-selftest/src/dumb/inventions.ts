import {
  actNames,
  type BusinessSpec,
  contractVersion,
  type Ids,
  type Provisioned,
  type Provisioner,
} from "@outlay/conformance-tests"

const keysOf = (things: ReadonlyArray<{ readonly key: string }>) => things.map(({ key }) => key)

/** Returns an id for every key, in the format of paths; none of them exists. */
const numbered = (keys: ReadonlyArray<string>) =>
  Object.fromEntries(keys.map((key, index) => [key, String(index + 1)]))

const identified = (keys: ReadonlyArray<string>) =>
  Object.fromEntries(
    keys.map((key, index) => [
      key,
      `00000000-0000-4000-8000-${index.toString(16).padStart(12, "0")}`,
    ]),
  )

const idsOf = (spec: BusinessSpec): Ids => {
  const joined = spec.invites.flatMap(({ accepted }) =>
    accepted === undefined ? [] : [accepted.user],
  )
  return {
    roles: identified(["admin", "reader", "manager", "least"]),
    users: numbered([...keysOf(spec.users), ...joined]),
    invites: numbered(keysOf(spec.invites)),
    accounting_codes: identified(keysOf(spec.accounting_codes)),
    categories: identified(keysOf(spec.categories)),
    custom_fields: identified(keysOf(spec.custom_fields)),
    custom_field_options: identified(spec.custom_fields.flatMap(({ options }) => keysOf(options))),
    budgets: identified(keysOf(spec.budgets)),
    budget_members: numbered(spec.budgets.flatMap(({ members }) => keysOf(members))),
    budget_owners: identified(spec.budgets.flatMap(({ owners }) => keysOf(owners))),
    transactions: identified(keysOf(spec.transactions)),
    topups: identified(keysOf(spec.topups)),
  }
}

/** Claims to have created a business, but creates nothing. */
export const inventedBusiness = (spec: BusinessSpec, client_id: string): Provisioned => ({
  client_id,
  ids: idsOf(spec),
  tokens: Object.fromEntries(spec.tokens.map(({ key }) => [key, `token-${client_id}-${key}`])),
  missing: [],
})

/** A provisioner for servers that have no state; `stop` ends the server. */
export const inventing = (
  base_url: string,
  close: () => Promise<void> = async () => undefined,
): Provisioner => {
  let made = 0
  return {
    start: async () => ({
      version: contractVersion,
      base_url,
      product: { name: "Dumb", version: "1.0.0" },
      acts: actNames.filter((act) => act !== "crash"),
    }),
    world: async (spec) => {
      made += 1
      return inventedBusiness(spec, String(made))
    },
    act: async (act) => (act === "issue-token" ? { token: "token" } : { id: "1" }),
    stop: close,
  }
}
