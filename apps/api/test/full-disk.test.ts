import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { startService } from "./service.ts"

/** Fields of responses that this test reads. */
interface Body {
  readonly client_id: number
  readonly roles: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly token: string
  readonly count: number
  readonly detail: string
}

const typeOf = (path: string) =>
  path.endsWith("/import") ? "application/x-ndjson" : "application/json"

/** Mounts a disk of four megabytes; returns the reason if that fails. */
const smallDisk = (): { path: string } | { reason: string } => {
  const path = mkdtempSync(join(tmpdir(), "outlay-full-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", path], { stdio: "pipe" })
    return { path }
  } catch (error) {
    rmSync(path, { recursive: true })
    return { reason: `no disk can be mounted here: ${String(error)}` }
  }
}

test("on a full disk, writes return 503 until there is space, and reads succeed", async ({
  skip,
  onTestFinished,
}) => {
  const disk = smallDisk()
  if ("reason" in disk) return skip(disk.reason)
  const service = await startService(join(disk.path, "outlay.db"))
  onTestFinished(async () => {
    await service.stop()
    execFileSync("umount", ["--lazy", disk.path])
    rmSync(disk.path, { recursive: true, force: true })
  })
  const call = async (method: string, path: string, body: object | null, token: string) => {
    const authorization = `Bearer ${token}`
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization, ...(body && { "content-type": typeOf(path) }) },
      body: body && JSON.stringify(body),
    })
    const { status, headers } = response
    return { status, after: headers.get("retry-after"), body: (await response.json()) as Body }
  }
  const operator = service.operatorToken
  const business = await call("POST", "/operator/v1/businesses", { name: "Full" }, operator)
  const { client_id, roles } = business.body
  const role_id = roles.find(({ name }) => name === "Admin")?.id
  const tokens = `/operator/v1/businesses/${client_id}/tokens`
  const { token } = (await call("POST", tokens, { name: "test", role_id }, operator)).body
  const transactions = `/operator/v1/businesses/${client_id}/transactions`
  const charged = (external_id: string) => ({
    ...{ external_id, transaction_type: "CARD_TRANSACTION", status: "CLEARED" },
    ...{ auth_date: "2026-01-05T00:00:00.000Z", merchant_name: "M", amount: -1 },
  })
  const charge = (n: number) => call("POST", transactions, charged(`full-${n}`), operator)
  const unavailable = {
    status: 503,
    after: "1",
    body: expect.objectContaining({ code: "storage_unavailable" }),
  }
  /** Writes until it fails. Returns the number of successes and the failed response. */
  const untilRefused = async (write: (n: number) => ReturnType<typeof call>) => {
    let written = 0
    let response = await write(written)
    while (response.status === 201 && written < 10_000) response = await write(++written)
    return { written, response }
  }
  const charges = await untilRefused(charge)
  expect(charges.response).toEqual(unavailable)
  const hire = (n: number) =>
    call(
      "POST",
      `/operator/v1/businesses/${client_id}/users`,
      {
        ...{ first_name: "Ada", last_name: "Lee", email: `ada${n}@example.test` },
        ...{ role_id, payment_types: ["cards"] },
      },
      operator,
    )
  const hires = await untilRefused(hire)
  expect(hires.response).toEqual(unavailable)
  const lines = await call("POST", `${transactions}/import`, charged("line"), operator)
  expect(lines).toEqual(unavailable)
  expect(lines.body.detail).toContain("Its first lines may be saved. Send all lines again")
  const list = () => call("GET", `/v2/businesses/${client_id}/transactions`, null, token)
  const listed = await list()
  expect(listed.status).toBe(200)
  expect(listed.body.count).toBe(charges.written)

  execFileSync("mount", ["-o", "remount,size=64m", disk.path])
  expect((await charge(charges.written)).status).toBe(201)
  expect((await hire(hires.written)).status).toBe(201)
  expect((await list()).body.count).toBe(charges.written + 1)
})
