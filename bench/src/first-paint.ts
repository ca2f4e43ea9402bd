/// <reference lib="dom" />
/**
 * Measures how long Home of the console takes to load on a slow computer with an empty cache: `pnpm
 * --filter @outlay/bench first-paint`. The processor is slowed down four times; the result is the
 * median of five visits.
 */
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import chromium from "@sparticuz/chromium"
import { type Browser, chromium as playwright } from "playwright-core"
import { start } from "./processes.ts"

const main = createRequire(import.meta.url).resolve("outlay/bundle/main.js")
const visits = 5
const slowness = 4

interface Visit {
  /** Milliseconds to the first text on the page. */
  readonly paint: number
  /** Milliseconds until the amount spent is visible. */
  readonly numbers: number
}

interface Session {
  readonly client_id: number
  readonly token: string
}

const visit = async (browser: Browser, url: string, session: Session): Promise<Visit> => {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 } })
  try {
    await context.addInitScript((text) => {
      if (location.protocol === "http:") sessionStorage.setItem("outlay.session", text)
    }, JSON.stringify(session))
    const page = await context.newPage()
    const tools = await context.newCDPSession(page)
    await tools.send("Emulation.setCPUThrottlingRate", { rate: slowness })
    await page.goto("/")
    await page.locator(".figure-link").first().waitFor()
    return await page.evaluate(() => ({
      paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
      numbers: performance.now(),
    }))
  } finally {
    await context.close()
  }
}

const middle = (numbers: ReadonlyArray<number>): number =>
  Math.round(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0)

const folder = mkdtempSync(join(tmpdir(), "outlay-paint-"))
const database = ["--database-url", `sqlite:${join(folder, "outlay.db")}`]
try {
  const made = execFileSync(process.execPath, [main, "demo", "--json", ...database], {
    maxBuffer: 1 << 26,
    stdio: ["ignore", "pipe", "ignore"],
  })
  const { client_id, token } = JSON.parse(made.toString()) as Session
  const server = await start("console", [main, "serve", "--port", "0", ...database])
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ["--no-sandbox", "--no-zygote", "--disable-gpu"],
  })
  const all: Array<Visit> = []
  for (let n = 0; n < visits; n++) {
    all.push(await visit(browser, `http://127.0.0.1:${server.port}`, { client_id, token }))
  }
  await browser.close()
  await server.stop()
  console.log(`first paint of Home: ${middle(all.map(({ paint }) => paint))} ms`)
  console.log(`its numbers: ${middle(all.map(({ numbers }) => numbers))} ms`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
