// The shortest useful provisioner: businesses, users, roles and tokens. It lists everything else in
// `missing`, and checks that need it are untestable. provisioner.mjs in the same folder provides
// everything.
import { createInterface } from "node:readline"

const { TARGET = "http://127.0.0.1:8080", TOKEN = "" } = process.env
const roles = { admin: "Admin", reader: "Accountant", manager: "Manager", least: "Team Member" }
const missing =
  "invites accounting_codes categories custom_fields custom_field_options budgets budget_members " +
  "budget_owners transactions topups policies wallets tokens.expired tokens.revoked"

const operator = async (path, body) => {
  const answer = await fetch(`${TARGET}/operator/v1/businesses${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const world = async ({ business: spec }) => {
  const { name, currency, features, integration, users, tokens, invites } = spec
  const made = await operator("", { name, currency, features, integration })
  const business = { client_id: String(made.client_id), ids: {}, tokens: {} }
  for (const kind of `roles users ${missing}`.split(" ")) business.ids[kind] = {}
  const roleOf = (role) => made.roles.find((row) => row.name === roles[role]).id
  for (const role in roles) business.ids.roles[role] = roleOf(role)
  for (const { key, role, is_deleted, expense_delegate, ...user } of users) {
    const body = { ...user, role_id: roleOf(role) }
    business.ids.users[key] = String((await operator(`/${made.client_id}/users`, body)).id)
  }
  for (const { key, role, user } of tokens.filter((token) => token.state === "valid")) {
    const user_id = user ? +business.ids.users[user] : null
    const body = { name: key, role_id: roleOf(role), user_id }
    business.tokens[key] = (await operator(`/${made.client_id}/tokens`, body)).token
  }
  const joined = invites.flatMap(({ accepted }) => (accepted ? [`users.${accepted.user}`] : []))
  const unmade = ["users.is_deleted", "users.expense_delegate", ...joined]
  return { ...business, missing: [...missing.split(" "), ...unmade] }
}

const product = { name: "Example", version: "1" }
const messages = {
  start: () => ({ version: 1, base_url: TARGET, product, acts: [] }),
  world,
  stop: () => null,
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, message, ...rest } = JSON.parse(line)
  const refused = (code) => (error) => ({ ok: false, error: { code, detail: error.message } })
  const answer = messages[message]
    ? Promise.resolve(rest)
        .then(messages[message])
        .then((result) => ({ ok: true, result }), refused("failed"))
    : refused("unsupported")(new Error(message))
  process.stdout.write(`${JSON.stringify({ id, ...(await answer) })}\n`)
}
