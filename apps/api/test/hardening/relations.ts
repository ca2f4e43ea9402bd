import { makeClient, makeOperatorClient } from "@outlay/client"
import { type Service, startService } from "../service.ts"

export const roleNames = ["Accountant", "Manager", "Team Member"] as const
export const relations = ["owner", "member", "spender", "assistant", "deputy", "none"] as const
export type RoleName = (typeof roleNames)[number]
export type Relation = (typeof relations)[number]

export interface Person {
  readonly id: number
  readonly token: string
}

/** A budget, with a person of each relation for each role, and the records that they act on. */
export interface Relations {
  readonly service: Service
  readonly client_id: number
  readonly people: ReadonlyMap<string, Person>
  readonly boss: Person
  /** A member who requested the pending topup. */
  readonly asker: Person
  readonly ids: Readonly<Record<string, string | number>>
}

const keyOf = (role: RoleName, relation: Relation) => `${role}/${relation}`

export const personOf = ({ people }: Relations, role: RoleName, relation: Relation): Person => {
  const person = people.get(keyOf(role, relation))
  if (person === undefined) throw new Error(`There is no ${keyOf(role, relation)}`)
  return person
}

/** People of a new business, each with a token. */
const staff = async (service: Service) => {
  const operator = makeOperatorClient({
    ...{ baseUrl: service.url, token: service.operatorToken },
  }).promise
  const { client_id, roles } = await operator.businesses.create({
    body: { name: "Relations", features: { expense_assistant: true } },
  })
  const params = { client_id }
  const hire = async (role: RoleName | "Admin", name: string): Promise<Person> => {
    const role_id = roles.find((_) => _.name === role)?.id ?? ""
    const email = `${name.replaceAll(/\W/gu, "-")}@example.com`
    const user = { first_name: name, last_name: "Lee", email, payment_types: ["cards"] as const }
    const { id } = await operator.users.create({ params, body: { ...user, role_id } })
    const body = { name, role_id, user_id: id }
    return { id, token: (await operator.tokens.create({ params, body })).token }
  }
  return { operator, client_id, hire }
}

export const makeRelations = async (): Promise<Relations> => {
  const service = await startService()
  const { operator, client_id, hire } = await staff(service)
  const clientOf = ({ token }: Person) => makeClient({ baseUrl: service.url, token }).promise
  const boss = await hire("Admin", "boss")
  const asker = await hire("Team Member", "asker")
  const people = new Map<string, Person>()
  const away: Array<Person> = []
  const spenders: Array<Person> = []
  for (const role of roleNames) {
    for (const relation of relations) {
      people.set(keyOf(role, relation), await hire(role, keyOf(role, relation)))
    }
    away.push(await hire("Team Member", `away of ${role}`))
    spenders.push(people.get(keyOf(role, "spender")) as Person)
  }
  const admin = clientOf(boss)
  for (const [n, role] of roleNames.entries()) {
    const person = (relation: Relation) => people.get(keyOf(role, relation)) as Person
    await admin.users.update({
      params: { client_id, user_id: away[n]?.id ?? 0 },
      body: {
        delegate_approver: person("deputy").id,
        out_of_office_mode: true,
        out_of_office_start_date: "2020-01-01",
        out_of_office_end_date: "2120-01-01",
      },
    })
    await admin.users.update({
      params: { client_id, user_id: person("spender").id },
      body: { expense_delegate: [person("assistant").id] },
    })
  }
  const reference = ({ id }: Person) => ({ user: { id } })
  const all = (relation: Relation) =>
    roleNames.map((role) => reference(people.get(keyOf(role, relation)) as Person))
  const { id: budget_id } = await admin.budgets.create({
    params: { client_id },
    body: {
      ...{ name: "Travel", reset_amount: 1_000, reset_period: "NEVER" as const },
      ...{ has_member_limits: false, rollover_funds: false },
      members: [reference(asker), ...all("member")],
      owners: [...all("owner"), ...away.map(reference)],
    },
  })
  const budget = { client_id, budget_id }
  const topup = { amount: 1, description: "More" }
  const waiting = await clientOf(asker).topups.create({ params: budget, body: topup })
  await admin.topups.create({ params: budget, body: topup })
  let transaction_id = ""
  for (const [n, spender] of spenders.entries()) {
    const made = await operator.transactions.record({
      params: { client_id },
      body: {
        ...{ external_id: `${n}`, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
        ...{ auth_date: "2026-01-05T00:00:00.000Z", merchant_name: "Cafe", amount: -1 },
        ...{ user_id: spender.id, budget_id },
      },
    })
    transaction_id = made.id
  }
  const members = await admin.budgetMembers.list({ params: budget, query: { user_id: asker.id } })
  const owners = await admin.budgetOwners.list({ params: budget })
  const ids = {
    ...{ budget_id, transaction_id, topup_id: waiting.id },
    budget_member_id: members.results[0]?.id ?? "",
    budget_owner_id: owners.results[0]?.id ?? "",
    stranger: (people.get(keyOf("Manager", "none")) as Person).id,
  }
  return { service, client_id, people, boss, asker, ids }
}
