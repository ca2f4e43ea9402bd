/** Two Outlay services behind HAProxy. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { addressOf, balancer, onHost, type Service, services } from "./network.ts"
import { isRunning, type Program, shiftClock, start, stop } from "./program.ts"
import { answerOf, run } from "./tools.ts"

const root = join(import.meta.dirname, "../..")
const main = join(root, "apps/api/dist/main.js")

export const operatorToken = "operator-token-of-the-chaos-run"
export const url = `http://${addressOf(balancer)}:8080`

const databaseUrl = `postgres://outlay@${addressOf(balancer)}:5432/outlay`

const env: NodeJS.ProcessEnv = {
  PATH: process.env["PATH"],
  OUTLAY_DATABASE_URL: databaseUrl,
  OUTLAY_OPERATOR_TOKEN: operatorToken,
  OUTLAY_RATE_LIMIT: "off",
  OUTLAY_PROXIES: "1",
  OUTLAY_PORT: "8080",
  OUTLAY_LOG: "json",
}

/** The published HAProxy configuration, with these hosts instead of Docker's. */
const config = (): string =>
  readFileSync(join(root, "ops/haproxy/haproxy.cfg"), "utf8")
    .replace(/^resolvers [\s\S]*?\n\n/mu, "")
    .replace("bind :8080", `bind ${addressOf(balancer)}:8080`)
    .replace(
      /server-template .*/u,
      services.map((host) => `server ${host} ${addressOf(host)}:8080`).join("\n  "),
    )

export interface Services {
  readonly start: (host: Service) => void
  readonly stop: (host: Service, signal: NodeJS.Signals) => Promise<void>
  readonly isReady: (host: Service) => Promise<boolean>
  /** Runs an `outlay` command on the database and returns its output. */
  readonly outlay: (...args: ReadonlyArray<string>) => string
}

export const openServices = (folder: string): Services => {
  const programs = services.map((host): Program => {
    shiftClock(folder, host, 0)
    return {
      ...{ host, name: "outlay", logs: folder, isRoot: true, hasClock: true },
      args: [process.execPath, main, "serve"],
      env: { ...env, OUTLAY_HOST: addressOf(host), OUTLAY_RECEIPTS_URL: `folder:${folder}/files` },
    }
  })
  const file = join(folder, "services.cfg")
  writeFileSync(file, config())
  const way: Program = {
    ...{ host: balancer, name: "services", logs: folder, isRoot: true },
    args: ["haproxy", "-db", "-f", file],
  }
  const of = (host: Service) => programs.find((_) => _.host === host) as Program
  const [first] = services
  const outlay = (...args: ReadonlyArray<string>) =>
    run(
      "env",
      ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
      ...onHost(first, process.execPath, main, ...args),
    )
  outlay("migrate")
  for (const program of [...programs, way]) start(program)
  return {
    start: (host) => start(of(host)),
    stop: (host, signal) => stop(of(host), signal),
    isReady: async (host) => {
      if (!isRunning(of(host))) return false
      const response = await answerOf(`http://${addressOf(host)}:8080/readyz`)
      return response?.status === 200
    },
    outlay,
  }
}
