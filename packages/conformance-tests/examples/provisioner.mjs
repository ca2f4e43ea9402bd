// A provisioner in plain Node: one JSON message per line on standard input, one response per line
// on standard output. It calls a service that offers `/operator/v1`: replace those requests with
// what your service offers. TARGET is the address of the service, TOKEN the operator's token.
import { createInterface } from "node:readline"

const { TARGET = "http://127.0.0.1:8080", TOKEN = "" } = process.env
const roles = { admin: "Admin", reader: "Accountant", manager: "Manager", least: "Team Member" }
const kinds =
  "roles users invites accounting_codes categories custom_fields custom_field_options " +
  "budgets budget_members budget_owners transactions topups"

const speaking = (token) => async (method, path, body) => {
  const answer = await fetch(TARGET + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text === "" ? null : JSON.parse(text)
}
const operator = speaking(TOKEN)

/** Creates a new business and the data that every later step needs. */
const open = async ({ name, currency, features, integration, wallets }) => {
  const body = { name, currency, features, integration }
  const made = await operator("POST", "/operator/v1/businesses", body)
  const ours = `/operator/v1/businesses/${made.client_id}`
  const ids = Object.fromEntries(kinds.split(" ").map((kind) => [kind, {}]))
  for (const role in roles) ids.roles[role] = made.roles.find((row) => row.name === roles[role]).id
  const issue = (token) => operator("POST", `${ours}/tokens`, { name: "judge", ...token })
  const { token } = await issue({ role_id: ids.roles.admin })
  for (const wallet of wallets) await operator("POST", `${ours}/wallets`, { currency: wallet })
  const theirs = `/v1/businesses/${made.client_id}`
  const person = ({ user, invite }) =>
    user ? { user: { id: +ids.users[user] } } : { invite: { id: +ids.invites[invite] } }
  return {
    client_id: String(made.client_id),
    ids,
    ours,
    theirs,
    issue,
    person,
    admin: speaking(token),
  }
}

const makePeople = async (spec, { ids, ours, theirs, admin }) => {
  for (const { key, role, is_deleted, expense_delegate, ...user } of spec.users) {
    const body = { ...user, role_id: ids.roles[role] }
    ids.users[key] = String((await operator("POST", `${ours}/users`, body)).id)
  }
  for (const { key, expense_delegate } of spec.users) {
    const assistants = expense_delegate?.map((user) => +ids.users[user])
    const path = `${theirs}/users/${ids.users[key]}`
    if (assistants) await admin("PATCH", path, { expense_delegate: assistants })
  }
  for (const { key, role, accepted, ...invite } of spec.invites) {
    const body = { ...invite, role_id: ids.roles[role] }
    ids.invites[key] = String((await admin("POST", `${theirs}/invites`, body)).id)
    if (!accepted) continue
    const { user, ...name } = accepted
    const path = `${ours}/invites/${ids.invites[key]}/accept`
    ids.users[user] = String((await operator("POST", path, name)).id)
  }
}

const makeCatalogue = async (spec, { ids, ours, theirs, admin }) => {
  // Records that a connected integration manages come only from its sync.
  const synced = spec.integration !== null && spec.integration !== "MANUAL"
  for (const { key, ...code } of spec.accounting_codes) {
    const made = synced
      ? await operator("POST", `${ours}/sync/accounting-codes`, code)
      : await admin("POST", `${theirs}/accounting-codes`, code)
    ids.accounting_codes[key] = made.id
  }
  for (const { key, name, accounting_code: code } of spec.categories) {
    const body = { name, accounting_code_id: code ? ids.accounting_codes[code] : null }
    ids.categories[key] = (await admin("POST", `${theirs}/categories`, body)).id
  }
  for (const { key, created_by, options, ...field } of spec.custom_fields) {
    const own = created_by === "PUBLIC_API"
    const texts = options.map(({ text }) => ({ text }))
    const { id } = own
      ? await admin("POST", `${theirs}/custom-fields`, field)
      : await operator("POST", `${ours}/sync/custom-fields`, {
          ...field,
          created_by,
          options: texts,
        })
    ids.custom_fields[key] = id
    const path = `${theirs}/custom-fields/${id}/options`
    if (own) for (const text of texts) await admin("POST", path, text)
    const { results } = await admin("GET", `${path}?limit=500`)
    for (const option of options)
      ids.custom_field_options[option.key] = results.find((row) => row.text === option.text).id
  }
}

const makeBudget = async (spec, { ids, theirs, admin, person }) => {
  const { key, categories, custom_fields, members, owners, is_deleted, ...budget } = spec
  // Members who will be removed have a share as well, until then.
  const cents = members.reduce((sum, one) => sum + Math.round(100 * (one.reset_amount ?? 0)), 0)
  const { id } = await admin("POST", `${theirs}/budgets`, {
    ...budget,
    reset_amount: budget.has_member_limits ? cents / 100 : +budget.reset_amount,
    limit_categories: categories !== null,
    categories: (categories ?? []).map((category) => ids.categories[category]),
    custom_fields: custom_fields.map((field) => ({ id: ids.custom_fields[field] })),
    members: members.map((one) =>
      one.reset_amount ? { ...person(one), reset_amount: +one.reset_amount } : person(one),
    ),
    owners: owners.map(person),
  })
  ids.budgets[key] = id
  for (const [part, people] of Object.entries({ members, owners })) {
    const path = `${theirs}/budgets/${id}/${part}`
    const { results } = await admin("GET", `${path}?limit=500`)
    for (const one of people) {
      const { user, invite } = person(one)
      const isIt = (row) => (user ? row.user?.id === user.id : row.invite?.id === invite.id)
      const found = results.find(isIt).id
      ids[`budget_${part}`][one.key] = String(found)
      if (one.is_deleted) await admin("DELETE", `${path}/${found}`)
    }
  }
}

/** The act that records a transaction has ids instead of keys. */
const makeTransaction = async (spec, { ids, ours }) => {
  const { key, user, budget, status, amount, fx_amount, gst, line_items, ...row } = spec
  const { id } = await operator("POST", `${ours}/transactions`, {
    ...row,
    ...(fx_amount ? { fx_amount: +fx_amount } : {}),
    amount: +amount,
    gst: +gst,
    external_id: key,
    status: status === "REFUNDED" ? "CLEARED" : status,
    user_id: user ? +(ids.users[user] ?? user) : null,
    budget_id: budget ? (ids.budgets[budget] ?? budget) : null,
    line_items: line_items.map(({ category, ...item }) => ({
      ...item,
      amount: +item.amount,
      gst_amount: +item.gst_amount,
      category_id: category ? (ids.categories[category] ?? category) : null,
    })),
  })
  const refund = { date: row.cleared_date }
  if (status === "REFUNDED") await operator("POST", `${ours}/transactions/${id}/refund`, refund)
  return id
}

const makeTopups = async (spec, { ids, theirs, admin }) => {
  for (const { key, budget, member, amount, description } of spec.topups) {
    const of = member ? `/members/${ids.budget_members[member]}` : ""
    const path = `${theirs}/budgets/${ids.budgets[budget]}${of}/topups`
    ids.topups[key] = (await admin("POST", path, { amount: +amount, description })).id
  }
  for (const { name, budget, above_amount } of spec.policies)
    await admin("POST", `${theirs}/policies`, {
      name,
      budget_id: budget && ids.budgets[budget],
      above_amount: above_amount && +above_amount,
    })
}

const tokenIds = {}

const makeTokens = async (spec, { ids, ours, issue }) => {
  const tokens = {}
  for (const { key, role, user, state } of spec.tokens) {
    const expired = state === "expired"
    const body = { role_id: ids.roles[role], user_id: user ? +ids.users[user] : null }
    // By the service's own clock, which may have been set.
    const soon = async () => new Date(Date.parse((await issue(body)).created) + 1_000).toISOString()
    const { id, token } = await issue({ ...body, expires_at: expired ? await soon() : null })
    tokens[key] = token
    tokenIds[token] = id
    if (expired) await new Promise((done) => setTimeout(done, 1_200))
    if (state === "revoked") await operator("DELETE", `${ours}/tokens/${id}`)
  }
  return tokens
}

/** The businesses that were created, for later acts. */
const made = {}

const world = async ({ business: spec }) => {
  const making = await open(spec)
  const { client_id, ids, theirs, admin } = making
  made[client_id] = making
  await makePeople(spec, making)
  await makeCatalogue(spec, making)
  for (const budget of spec.budgets) await makeBudget(budget, making)
  const record = async (one) => {
    ids.transactions[one.key] = await makeTransaction(one, making)
  }
  const { transactions } = spec
  for (let from = 0; from < transactions.length; from += 10)
    await Promise.all(transactions.slice(from, from + 10).map(record))
  await makeTopups(spec, making)
  for (const kind of ["budgets", "users"])
    for (const { key, is_deleted } of spec[kind])
      if (is_deleted) await admin("DELETE", `${theirs}/${kind}/${ids[kind][key]}`)
  // `missing` names what your service does not support: checks that need it are untestable.
  return { client_id, ids, tokens: await makeTokens(spec, making), missing: [] }
}

/** Acts on a service from outside the interface. */
const acts = {
  "set-clock": ({ now }) => operator("PUT", "/operator/v1/clock", { now }),
  "record-transaction": async ({ client_id, transaction }) => ({
    transaction_id: await makeTransaction(transaction, made[client_id]),
  }),
  "accept-invite": async ({ client_id, invite_id, ...name }) => {
    const path = `${made[client_id].ours}/invites/${invite_id}/accept`
    return { user_id: String((await operator("POST", path, name)).id) }
  },
  "issue-token": async ({ client_id, role, user_id }) => {
    const { ids, issue } = made[client_id]
    const user = user_id === undefined ? null : +user_id
    const { id, token } = await issue({ role_id: ids.roles[role], user_id: user })
    tokenIds[token] = id
    return { token }
  },
  "revoke-token": ({ client_id, token }) =>
    operator("DELETE", `${made[client_id].ours}/tokens/${tokenIds[token]}`),
}

const messages = {
  start: async () => {
    // Without a sandbox there is no clock to set: 404 instead of 400 for a missing time.
    const clock = await operator("PUT", "/operator/v1/clock", {}).catch((error) => error.message)
    const offered = Object.keys(acts).filter((act) => act !== "set-clock" || /: 400 /.test(clock))
    const product = { name: "Example", version: "1" }
    return { version: 1, base_url: TARGET, product, acts: offered }
  },
  world,
  act: ({ act, with: parameters }) => acts[act](parameters),
  stop: async () => null,
}

const answered = async ({ message, ...rest }) => {
  const answer = messages[message]
  if (!answer) return { ok: false, error: { code: "unsupported", detail: `no ${message} here` } }
  try {
    return { ok: true, result: await answer(rest) }
  } catch (error) {
    return { ok: false, error: { code: "failed", detail: error.message } }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...request } = JSON.parse(line)
  process.stdout.write(`${JSON.stringify({ id, ...(await answered(request)) })}\n`)
}
