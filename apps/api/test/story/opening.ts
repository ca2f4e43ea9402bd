import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { until } from "../../../../scripts/until.ts"
import { type Json, refusal, type Story } from "./stage.ts"
import { type Chapter, each, equip } from "./telling.ts"

const roleNames = ["Admin", "Accountant", "Manager", "Team Member"]

const makeBusiness = async ({ as, call }: Story) => {
  const operator = as("the operator")
  const made = await operator.post("/operator/v1/businesses", {
    name: "Harbour & Vine",
    features: { itemised_tax: true },
  })
  expect(made).toMatchObject({ name: "Harbour & Vine", currency: "AUD", integration: null })
  expect(each("name", made.roles)).toEqual(roleNames)
  call("the business", made)
  for (const role of made.roles) call(role.name, role)
  const own = `/operator/v1/businesses/${made.client_id}`
  const name = "Harbour & Vine Pty Ltd"
  await operator.patch(own, { name, features: { expense_assistant: true } })
  const features = { expense_assistant: true, itemised_tax: true }
  expect(await operator.get(own)).toMatchObject({ name, features, currency: "AUD" })
  const all = await operator.get("/operator/v1/businesses")
  expect([all.count, ...each("name", all.results)]).toEqual([1, name])
  expect(await operator.post("/wallets", { currency: "NZD" })).toMatchObject({ currency: "NZD" })
}

/** Founding users and their permissions. */
const founders = [
  ["Mei", "Tan", "Admin", ["bills"]],
  ["Ravi", "Nair", "Accountant", ["bills", "reimbursements"]],
] as const

export const theBooksAreOpened: Chapter = async ({ story, books, bookkeeper }) => {
  const { as, on, day, call, id } = story
  await on("07-01")
  await makeBusiness(story)
  for (const [first_name, last_name, role, payment_types] of founders) {
    const email = `${first_name.toLowerCase()}@harbourandvine.example`
    const person = { first_name, last_name, email, role_id: id(role), payment_types }
    const user = await as("the operator").post("/users", person)
    expect(user).toMatchObject({ ...person, role, name: `${first_name} ${last_name}` })
    call(first_name, user)
    await equip(story, first_name)
  }
  const roles = await as("Ravi").get("/roles")
  expect(each("name", roles.results)).toEqual(roleNames)
  expect(each("is_deletable", roles.results)).toEqual([false, false, false, false])

  const hears = { url: bookkeeper.url, event_types: ["topup.*", "transaction.*"] }
  const webhook = call("the bookkeeper", await as("Mei").post("/webhooks", hears))
  expect(webhook).toMatchObject({ ...hears, enabled: true })

  const deposits = [
    ["opening-aud", { amount: 50_000, currency: "AUD" }],
    ["opening-nzd", { amount: 7_400, currency: "NZD", fx_amount: 8_000 }],
  ] as const
  for (const [external_id, amounts] of deposits) {
    const deposit = await as("the operator").post("/transactions", {
      external_id,
      transaction_type: "DEPOSIT_DIRECT_CREDIT",
      status: "CLEARED",
      auth_date: `${day("07-01")}T01:00:00.000Z`,
      cleared_date: `${day("07-01")}T01:00:00.000Z`,
      merchant_name: "Harbour & Vine Pty Ltd",
      ...amounts,
    })
    expect(deposit).toMatchObject({ ...amounts, status: "CLEARED", expense_status: "COMPLETE" })
  }
  await books.agree({
    wallets: { AUD: 50_000, NZD: 8_000 },
    budgets: {},
    events: {
      "business.created": 1,
      "wallet.created": 2,
      "category.created": 14,
      "business.updated": 1,
      "user.created": 2,
      "token.created": 2,
      "webhook.created": 1,
      "transaction.recorded": 2,
    },
  })
}

const invited = [
  ["Olivia", "Park", "Manager", ["cards"]],
  ["Nora", "Bell", "Manager", ["cards"]],
  ["Sam", "Ito", "Team Member", ["cards"]],
  ["Tom", "Reed", "Manager", ["cards", "bills"]],
  ["Olvia", "Park", "Manager", ["cards"]],
] as const

/** Accepts an invite: the user has the address, role and payment types of the invite. */
export const accept = async (story: Story, who: string): Promise<Json> => {
  const { as, call, the } = story
  const { email, role, payment_types } = the(`${who}'s invite`)
  const last_name = invited.find(([first]) => first === who)?.[1]
  const path = `/invites/{${who}'s invite}/accept`
  const user = await as("the operator").post(path, { first_name: who, last_name })
  expect(user).toMatchObject({ email, role, payment_types, name: `${who} ${last_name}` })
  call(who, user)
  await equip(story, who)
  return user
}

/** Returns the addresses to which messages were sent. */
const addressees = ({ place }: Story): ReadonlyArray<string> => {
  const folder = place.path("data/mail")
  if (!existsSync(folder)) return []
  const letters = readdirSync(folder).filter((name) => name.endsWith(".eml"))
  return letters.map(
    (name) => /^To: (\S+)/mu.exec(readFileSync(join(folder, name), "utf8"))?.[1] ?? "",
  )
}

export const invitesArrive: Chapter = async ({ story, books }) => {
  const { as, on, call, the, id } = story
  await on("07-02")
  const mei = as("Mei")
  for (const [first, , role, payment_types] of invited) {
    const email = `${first.toLowerCase()}@harbourandvine.example`
    const body = { email, role_id: id(role), payment_types }
    const invite = call(`${first}'s invite`, await mei.post("/invites", body))
    expect(invite).toMatchObject({ ...body, role, used: false })
  }
  // An invite that is accepted or cancelled before its message is sent has none.
  const welcomed = invited.slice(0, 4).map(([first]) => `${first.toLowerCase()}@`)
  await until("the letters are written", () => {
    const written = addressees(story)
    return welcomed.every((who) => written.some((address) => address.startsWith(who)))
  })
  const { email, role_id } = the("Sam's invite")
  const again = { email: email.toUpperCase(), role_id, payment_types: ["cards"] }
  expect(await refusal(mei.post("/invites", again))).toBe("400 invite_exists")
  const own = as("Ravi").post("/invites", again)
  expect(await refusal(own)).toBe("403 permission_denied")
  await mei.delete("/invites/{Olvia's invite}")

  for (const who of ["Olivia", "Nora", "Sam"]) await accept(story, who)
  const waiting = await mei.get("/invites")
  expect(waiting.results.map((_: Json) => [_.email.split("@")[0], _.used])).toEqual([
    ["olivia", true],
    ["nora", true],
    ["sam", true],
    ["tom", false],
  ])
  const late = mei.delete("/invites/{Sam's invite}")
  expect(await refusal(late)).toBe("400 invite_already_accepted")

  const users = await as("Sam").get("/users")
  const names = ["Mei Tan", "Ravi Nair", "Olivia Park", "Nora Bell", "Sam Ito"]
  expect(each("name", users.results)).toEqual(names)
  const payment_types = ["cards", "reimbursements"]
  await mei.patch("/users/{Sam}", { payment_types })
  expect(await mei.get("/users/{Sam}")).toMatchObject({ payment_types, role: "Team Member" })
  await books.agree({
    wallets: { AUD: 50_000, NZD: 8_000 },
    budgets: {},
    events: {
      "invite.created": 5,
      "invite.cancelled": 1,
      "invite.accepted": 3,
      "user.created": 3,
      "token.created": 3,
      "user.updated": 1,
    },
  })
}
