import { makeClient, makeOperatorClient } from "@outlay/client"
import { endpoints } from "@outlay/http-contract"
import { type Service, startService } from "../service.ts"

type Endpoint = (typeof endpoints)[number]

/** A business with one record for each path parameter. */
export interface Tenant {
  readonly client_id: number
  /** Token of the tenant's user, with the Admin role. */
  readonly token: string
  /** A word that is in every text of this tenant, and nowhere else. */
  readonly canary: string
  /** Values of path parameters by name. */
  readonly ids: Readonly<Record<string, string | number>>
  readonly roles: Readonly<Record<string, string>>
}

export interface World {
  readonly service: Service
  readonly alpha: Tenant
  readonly beta: Tenant
}

/** Creates a business whose texts contain a unique word. */
export const makeTenant = async (service: Service, canary: string): Promise<Tenant> => {
  const baseUrl = service.url
  const operator = makeOperatorClient({ baseUrl, token: service.operatorToken }).promise
  const { client_id, roles } = await operator.businesses.create({
    body: { name: canary, features: { itemised_tax: true } },
  })
  const roleIds = Object.fromEntries(roles.map(({ id, name }) => [name, id]))
  const admin = roleIds["Admin"] ?? ""
  const user = await operator.users.create({
    params: { client_id },
    body: {
      first_name: canary,
      last_name: "Lee",
      email: `${canary}@example.com`,
      role_id: admin,
      payment_types: ["cards"],
    },
  })
  const issued = await operator.tokens.create({
    params: { client_id },
    body: { name: canary, role_id: admin, user_id: user.id },
  })
  const client = makeClient({ baseUrl, token: issued.token }).promise
  const person = { user: { id: user.id } }
  const common = { reset_period: "MONTHLY", rollover_funds: false, owners: [person] } as const
  const budget = await client.budgets.create({
    params: { client_id },
    body: {
      ...common,
      name: canary,
      reset_amount: 1_000,
      has_member_limits: true,
      members: [{ ...person, reset_amount: 1_000 }],
    },
  })
  const params = { client_id, budget_id: budget.id }
  const members = await client.budgetMembers.list({ params })
  const owners = await client.budgetOwners.list({ params })
  const budget_member_id = Number(members.results[0]?.id)
  const topup = await client.topups.createOfMember({
    params: { ...params, budget_member_id },
    body: { amount: 1, description: canary, auto_approve: false },
  })
  const policy = await client.policies.create({
    params: { client_id },
    body: { name: canary, budget_id: budget.id },
  })
  const webhook = await client.webhooks.create({
    params: { client_id },
    body: { url: `https://${canary}.example.com/`, event_types: ["*"], description: canary },
  })
  const deliveries = await client.webhooks.deliveries({
    params: { client_id, webhook_id: webhook.id },
  })
  const code = await client.accountingCodes.upsert({
    params: { client_id },
    body: { code: canary, name: canary },
  })
  const category = await client.categories.create({
    params: { client_id },
    body: { name: canary, accounting_code_id: code.id },
  })
  const taxRate = await operator.taxRates.create({
    params: { client_id },
    body: { name: canary, rate: 0.1, is_default_for: "NONE", is_enabled: true },
  })
  const field = await client.customFields.create({
    params: { client_id },
    body: { name: canary, field_type: "LIST", budget_setting: "SOME" },
  })
  const option = await client.customFieldOptions.create({
    params: { client_id, custom_field_id: field.id },
    body: { text: canary },
  })
  const transaction = await operator.transactions.record({
    params: { client_id },
    body: {
      external_id: canary,
      transaction_type: "CARD_TRANSACTION",
      status: "CLEARED",
      auth_date: "2026-01-05T00:00:00.000Z",
      merchant_name: canary,
      amount: -1,
      user_id: user.id,
      budget_id: budget.id,
    },
  })
  const receipt = await client.receipts.create({
    params: { client_id, transaction_id: transaction.id },
    body: new TextEncoder().encode(`%PDF-1.7 ${canary}`),
    query: { name: canary },
  })
  return withOthers(service, {
    client_id,
    token: issued.token,
    canary,
    roles: roleIds,
    ids: {
      client_id,
      user_id: user.id,
      budget_id: budget.id,
      budget_member_id,
      budget_owner_id: owners.results[0]?.id ?? "",
      topup_id: topup.id,
      tax_rate_id: taxRate.id,
      policy_id: policy.id,
      webhook_id: webhook.id,
      delivery_id: deliveries.results[0]?.id ?? "",
      accounting_code_id: code.id,
      category_id: category.id,
      custom_field_id: field.id,
      option_id: option.id,
      transaction_id: transaction.id,
      receipt_id: receipt.id,
    },
  })
}

/** Creates one of each other resource, from the examples of the API document. */
const withOthers = async (service: Service, tenant: Tenant): Promise<Tenant> => {
  const ids: { [name: string]: string | number } = { ...tenant.ids }
  for (const { operation, params } of ofTokens.filter((_) => _.operation.endsWith(".get"))) {
    const [business, own, ...more] = Object.keys(params)
    if (business !== "client_id" || own === undefined || own in ids || more.length > 0) continue
    const create = ofTokens.find((_) => _.operation === operation.replace(/get$/u, "create"))
    if (create === undefined) throw new Error(`${operation} has no row: create one in world.ts`)
    const example = JSON.parse(exampleBody(create) ?? "{}")
    const body = "name" in example ? { ...example, name: tenant.canary } : example
    const path = pathOf(create, ids)
    const made = await send({ service }, "POST", path, { ...tenant, body: JSON.stringify(body) })
    if (made.status !== 201) throw new Error(`${create.operation}: ${made.status} ${made.text}`)
    ids[own] = JSON.parse(made.text).id
  }
  return { ...tenant, ids }
}

/** Creates two unrelated businesses. */
export const makeWorld = async (): Promise<World> => {
  const service = await startService()
  return {
    service,
    alpha: await makeTenant(service, "zzalphacanary"),
    beta: await makeTenant(service, "zzbetacanary"),
  }
}

/** Operations that need a token; those of the operator and public ones are tested separately. */
export const ofTokens: ReadonlyArray<Endpoint> = endpoints.filter(
  ({ access }) => access !== "operator" && access !== "public",
)

/** Returns a path with the given values. Other parameters get an id that does not exist. */
export const pathOf = (
  endpoint: Endpoint,
  values: Readonly<Record<string, string | number>>,
): string =>
  endpoint.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    String(values[name] ?? "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"),
  )

export interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** Sends bytes unchanged, without normalising the path. */
export const send = async (
  { service }: Pick<World, "service">,
  method: string,
  path: string,
  options: { readonly token?: string; readonly body?: string | Uint8Array } = {},
): Promise<Answer> => {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      origin: service.url,
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(options.body === undefined ? {} : { body: options.body as string }),
  })
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    text: await response.text(),
  }
}

/** Returns the body from the schema's own example; undefined if there is no body. */
export const exampleBody = ({ body }: Endpoint): string | undefined => {
  const examples = (body?.ast.annotations as { examples?: ReadonlyArray<unknown> } | undefined)
    ?.examples
  return body === null ? undefined : JSON.stringify(examples?.[0] ?? {})
}
