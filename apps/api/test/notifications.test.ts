import { makeClient, makeOperatorClient } from "@outlay/client"
import type { MailedMessage } from "@outlay/domain/fields"
import { createTransport } from "nodemailer"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { composed } from "../src/mail/compose.ts"
import { type Service, startService } from "./service.ts"

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

let latest = Date.now()

/** Sets the sandbox clock to an instant, or advances it by milliseconds. */
const turn = async (to: string | number) => {
  latest = typeof to === "string" ? Date.parse(to) : latest + to
  const now = new Date(latest).toISOString()
  await operator().clock.set({ body: { now } })
}

const operator = () =>
  makeOperatorClient({ baseUrl: service.url, token: service.operatorToken }).promise

/** A business with an Admin, an owner of a monthly budget of 100, and two members. */
const stage = async (domain = "example.com") => {
  const { client_id, roles } = await operator().businesses.create({ body: { name: "Acme" } })
  const roleOf = (name: string) => roles.find((role) => role.name === name)?.id ?? ""
  const person = async (first_name: string, role: string) => {
    const role_id = roleOf(role)
    const { id } = await operator().users.create({
      params: { client_id },
      body: {
        ...{ first_name, last_name: "Lee", email: `${first_name.toLowerCase()}@${domain}` },
        ...{ role_id, payment_types: ["cards"] },
      },
    })
    const body = { name: first_name, role_id, user_id: id }
    const { token } = await operator().tokens.create({ params: { client_id }, body })
    return { id, token, as: makeClient({ baseUrl: service.url, token }).promise }
  }
  const ada = await person("Ada", "Admin")
  const olu = await person("Olu", "Manager")
  const sam = await person("Sam", "Team Member")
  const budget = await ada.as.budgets.create({
    params: { client_id },
    body: {
      ...{ name: "Travel", reset_amount: 100, reset_period: "MONTHLY", has_member_limits: false },
      ...{ rollover_funds: false, members: [{ user: { id: sam.id } }] },
      owners: [{ user: { id: olu.id } }],
    },
  })
  const of = { client_id, budget_id: budget.id }
  let charges = 0
  const charge = (amount: number, merchant_name = "Qantas") =>
    operator().authorisations.create({
      params: { client_id },
      body: {
        ...{ external_id: `charge ${++charges}`, user_id: sam.id, budget_id: budget.id },
        ...{ amount, currency: "AUD", merchant_name },
      },
    })
  const ask = (amount: number, description = "Conference") =>
    sam.as.topups.create({ params: of, body: { amount, description } })
  return { client_id, of, ada, olu, sam, charge, ask }
}

type Stage = Awaited<ReturnType<typeof stage>>

const line = ({ to, subject }: MailedMessage) => `${to}: ${subject}`
const sent = async () => (await service.sendMails()).map(line).toSorted()
const unsubscribe = (path: string, method = "POST", body = "List-Unsubscribe=One-Click") =>
  fetch(new URL(path, service.url), {
    method,
    ...(method === "POST"
      ? { body, headers: { "content-type": "application/x-www-form-urlencoded" } }
      : {}),
  })

describe("notifications", () => {
  let at: Stage
  beforeAll(async () => {
    await turn("2030-03-05T10:00:00.000Z")
    at = await stage()
  })

  test("report a pending topup and the decision, once each", async () => {
    expect(await sent()).toEqual([])
    const { id } = await at.ask(50)
    const mails = await service.sendMails()
    const subject = "Sam Lee requests 50.00 AUD for Travel"
    expect(mails.map(line).toSorted()).toEqual([
      `ada@example.com: ${subject}`,
      `olu@example.com: ${subject}`,
    ])
    expect(mails[0]?.text).toContain("Requested by Sam Lee on 5 March 2030.\n  “Conference”")
    expect(mails[0]?.text).toContain(`${service.url}/approvals?topup=${id}\n`)
    expect(await sent()).toEqual([])
    await at.olu.as.topups.approve({ params: { ...at.of, topup_id: id } })
    await turn(60_000)
    expect(await sent()).toEqual([
      "sam@example.com: Your topup of 50.00 AUD for Travel was approved",
    ])
    expect(await sent()).toEqual([])
  })

  test("report a declined topup with the reason", async () => {
    await turn(60_000)
    const { id } = await at.ask(30)
    await service.sendMails()
    const body = { reason: "Travel is paid by the host" }
    await at.olu.as.topups.decline({ params: { ...at.of, topup_id: id }, body })
    await turn(60_000)
    const [mail] = await service.sendMails()
    expect(mail?.subject).toBe("Your topup of 30.00 AUD for Travel was declined")
    expect(mail?.text).toContain("“Conference”\n  Reason: Travel is paid by the host")
  })

  test("do not report a topup that is cancelled before they are sent", async () => {
    await turn(60_000)
    const { id } = await at.ask(20)
    await at.sam.as.topups.cancel({ params: { ...at.of, topup_id: id } })
    expect(await sent()).toEqual([])
  })

  test("are combined into one message per reader", async () => {
    await turn(60_000)
    await Promise.all([1, 2, 3].map((n) => at.ask(n)))
    expect(await sent()).toEqual([
      "ada@example.com: 3 topups need your decision",
      "olu@example.com: 3 topups need your decision",
    ])
  })

  test("inform the owner once per period of 80 % and 100 % of the budget", async () => {
    await turn(60_000)
    await at.charge(119.99)
    expect(await sent()).toEqual([])
    await at.charge(0.01)
    expect(await sent()).toEqual(["olu@example.com: Travel: 80 % spent"])
    await turn(60_000)
    await at.charge(10)
    expect(await sent()).toEqual([])
    await at.charge(20)
    expect(await sent()).toEqual(["olu@example.com: Travel: 100 % spent"])
  })

  test("remind the spender weekly of missing receipts, from the next Monday in UTC", async () => {
    await turn("2030-03-10T23:59:59.000Z")
    expect(await sent()).toEqual([])
    await turn("2030-03-11T00:00:00.000Z")
    const [mail, ...others] = await service.sendMails()
    if (mail === undefined) throw new Error("nobody was told")
    expect([line(mail), others]).toEqual(["sam@example.com: 4 receipts are missing", []])
    expect(mail.text.match(/Add the receipt: \S+\/transactions\/[\w-]+\n/gu)).toHaveLength(4)
    expect(mail.text).toContain(`/transactions?person=${at.sam.id}&expense=incomplete&receipt=no`)
    await turn("2030-03-17T23:00:00.000Z")
    expect(await sent()).toEqual([])
  })

  const march = "&from=2030-03-01&to=2030-03-31"

  test("inform the owner at the end of a period of what was spent in it", async () => {
    await turn("2030-04-01T00:00:00.000Z")
    await at.olu.as.budgets.get({ params: at.of })
    const mails = await service.sendMails()
    const mail = mails.find(({ to }) => to === "olu@example.com")
    expect(mail?.subject).toBe("Travel: what was spent, 1 March 2030 to 31 March 2030")
    expect(mail?.text).toContain(`At the start: 100.00 AUD
  Topups: 50.00 AUD
  Spent: 150.00 AUD
  At the end: 0.00 AUD
  Show the transactions: ${service.url}/transactions?budget=${at.of.budget_id}${march}
`)
    await turn(60_000)
    expect(await sent()).toEqual(["sam@example.com: 4 receipts are missing"])
  })

  test("omit events that are more than a week old", async () => {
    await turn(60_000)
    await sent()
    await at.ask(7)
    await turn(7 * 86_400_000 + 60_000)
    const relevant = (await sent()).filter((_) => !_.includes("receipts are missing"))
    expect(relevant).toEqual([])
  })
})

describe("a notification is safe, regardless of names", () => {
  const name = `<img src=x onerror=alert(1)>"&`

  test("no text becomes an HTML element, a line or a header", async () => {
    await turn("2030-05-07T10:00:00.000Z")
    const at = await stage("harm.example.com")
    await at.charge(5, name)
    await at.ask(9, `a\n-- \nApprove here: https://evil.example/`)
    const first = await service.sendMails()
    // 2030-05-13 is a Monday.
    await turn("2030-05-13T00:00:00.000Z")
    const mails = [...first, ...(await service.sendMails())]
    const digest = mails.find(({ to }) => to === "sam@harm.example.com")
    expect(digest?.subject).toBe(`Receipt missing: ${name}, 5.00 AUD`)
    expect(digest?.html).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&amp;, 5.00 AUD")
    expect(digest?.html).not.toContain("<img")
    const mail = mails.find(({ to }) => to === "olu@harm.example.com")
    expect(mail?.text).toContain("“a --  Approve here: https://evil.example/”")
    for (const mail of mails) {
      const transport = createTransport({ streamTransport: true, buffer: true })
      const { message } = await transport.sendMail(composed("o@example.com", mail))
      const [head = ""] = String(message).split(/\r?\n\r?\n/u)
      const headers = head.replaceAll(/\r?\n[ \t]+/gu, " ").split(/\r?\n/u)
      expect(headers.filter((_) => !known.test(_))).toEqual([])
      expect(headers).toContain(`List-Unsubscribe: <${mail.unsubscribe_url}>`)
      expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
      expect(headers).toContain("Auto-Submitted: auto-generated")
    }
  })

  const fields = "From To Subject Message-ID Date MIME-Version Content-Type Auto-Submitted".split(
    " ",
  )
  const others = ["Content-Transfer-Encoding", "List-Unsubscribe", "List-Unsubscribe-Post"]
  const known = new RegExp(`^(${[...fields, ...others].join("|")}): `, "u")
})

describe("a link to unsubscribe", () => {
  let at: Stage
  let url: URL
  const settings = () => at.olu.as.notifications.get({ params: { client_id: at.client_id } })

  beforeAll(async () => {
    await turn("2030-06-04T10:00:00.000Z")
    at = await stage()
    await at.ask(50)
    const mail = (await service.sendMails()).find(({ to }) => to === "olu@example.com")
    url = new URL(mail?.unsubscribe_url ?? "")
  })

  test("changes nothing when it is only opened", async () => {
    const page = await unsubscribe(url.href, "GET")
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('<form method="post">')
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(page.headers.get("referrer-policy")).toBe("no-referrer")
    expect((await settings()).topup_requests).toBe(true)
  })

  test.each<readonly [string, (token: string) => string]>([
    ["of another user", (_) => _.replace(`.${at.olu.id}.`, `.${at.ada.id}.`)],
    ["of another business", (_) => _.replace(/^\d+/u, String(at.client_id - 1))],
    ["of a business that does not exist", (_) => _.replace(/^\d+/u, "999999")],
    ["of another kind", (_) => _.replace("topup_requests", "budget_usage")],
    ["with another signature", (_) => _.replace(/.$/u, (end) => (end === "A" ? "B" : "A"))],
    ["without its last character", (_) => _.slice(0, -1)],
    ["without a signature", (_) => _.replace(/[^.]+$/u, "")],
    ["that is empty", () => ""],
    ["that is long", (_) => _.repeat(60)],
  ])("%s is invalid, without further details", async (_, change) => {
    const token = change(url.searchParams.get("token") ?? "")
    const response = await unsubscribe(`/unsubscribe?token=${token}`)
    expect([response.status, await response.text()]).toEqual([
      400,
      await (await unsubscribe("/unsubscribe?token=x")).text(),
    ])
    expect(Object.values(await settings())).toEqual([true, true, true, true, true])
  })

  test("is invalid if given twice", async () => {
    expect((await unsubscribe(`${url.href}&token=x`)).status).toBe(400)
  })

  test("gives no other access", async () => {
    const headers = { authorization: `Bearer ${url.searchParams.get("token")}` }
    const me = `${service.url}/v1/businesses/${at.client_id}/me`
    expect((await fetch(me, { headers })).status).toBe(401)
    expect((await fetch(`${me}?token=${url.searchParams.get("token")}`)).status).toBe(401)
  })

  test("disables its kind with one POST; repeating it changes nothing", async () => {
    const events = async () => {
      const query = { type: "user.updated" } as const
      return (await at.ada.as.events.list({ params: { client_id: at.client_id }, query })).count
    }
    const before = await events()
    const responses = [await unsubscribe(url.href), await unsubscribe(url.href, "POST", "")]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(responses.map(({ headers }) => headers.get("set-cookie"))).toEqual([null, null])
    expect(await settings()).toMatchObject({ topup_requests: false, budget_usage: true })
    expect((await events()) - before).toBe(1)
    await turn(60_000)
    await at.ask(3)
    expect(await sent()).toEqual(["ada@example.com: Sam Lee requests 3.00 AUD for Travel"])
  })

  test("a kind disabled in the settings is not sent", async () => {
    const params = { client_id: at.client_id }
    const body = { topup_requests: false, missing_receipts: false }
    const settings = await at.ada.as.notifications.update({ params, body })
    expect(settings).toEqual({
      ...{ topup_requests: false, missing_receipts: false },
      ...{ topup_decisions: true, budget_usage: true, budget_periods: true },
    })
    await turn(60_000)
    await at.ask(4)
    expect(await sent()).toEqual([])
  })

  test("has no effect for a user who has left", async () => {
    const params = { client_id: at.client_id, user_id: at.olu.id }
    await at.ada.as.budgetOwners.create({ params: at.of, body: { user: { id: at.ada.id } } })
    await at.ada.as.users.remove({ params })
    expect((await unsubscribe(url.href)).status).toBe(200)
  })

  test.each(["PUT", "DELETE"])("refuses %s", async (method) => {
    const response = await unsubscribe(url.href, method)
    expect([response.status, response.headers.get("allow")]).toEqual([
      405,
      "GET, HEAD, OPTIONS, POST",
    ])
  })
})
