import Database from "better-sqlite3"
import { afterAll, expect, test } from "vitest"
import { ended, watched, workplace } from "./outlay.ts"

const here = workplace()
const { document, begin, path } = here
afterAll(here.leave)

const operator = "operator-secret-0123456789"

test("while another process holds the write lock, reads succeed and writes block", async () => {
  await document(["migrate"])
  await document(["business", "create", "Held"])
  const { token } = await document(["token", "create", "Reader", "--business", "1"])
  const service = begin(["serve", "--port", "0"], { OUTLAY_OPERATOR_TOKEN: operator })
  const text = watched(service)
  await expect.poll(() => text.out).toContain("\n")
  const url = /http\S+/u.exec(text.out)?.[0] ?? ""
  const read = () =>
    fetch(`${url}/v1/businesses/1/roles`, { headers: { authorization: `Bearer ${token}` } })
  const write = (name: string) =>
    fetch(`${url}/operator/v1/businesses`, {
      method: "POST",
      headers: { authorization: `Bearer ${operator}`, "content-type": "application/json" },
      body: JSON.stringify({ name }),
    })
  const other = new Database(path("data/outlay.db"))

  const settled: Array<number> = []
  const settle = async (name: string) => settled.push((await write(name)).status)

  other.exec("BEGIN IMMEDIATE")
  const writing = [settle("First"), settle("Second")]
  for (let n = 0; n < 10; n++) {
    expect([(await fetch(`${url}/livez`)).status, (await read()).status]).toEqual([200, 200])
  }
  // No write has been acknowledged while the lock was held.
  expect(settled).toEqual([])
  other.exec("ROLLBACK")
  await Promise.all(writing)
  expect(settled).toEqual([201, 201])

  other.exec("BEGIN IMMEDIATE")
  const refused = await write("Third")
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"])
  expect(await refused.json()).toMatchObject({ code: "storage_unavailable" })
  expect((await read()).status).toBe(200)
  other.exec("ROLLBACK")
  expect((await write("Third")).status).toBe(201)

  const names = other.prepare<[], string>("select name from businesses order by name").pluck()
  expect(names.all()).toEqual(["First", "Held", "Second", "Third"])
  other.close()
  service.kill("SIGTERM")
  expect(await ended(service)).toBe(0)
})
