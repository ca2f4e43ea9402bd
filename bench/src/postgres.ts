/**
 * Starts a durable PostgreSQL from npm, with the rows of a dataset and a hundred more businesses.
 */
import { rmSync } from "node:fs"
import { connected, newServer, runStatements } from "../../packages/postgres-storage/test/server.ts"
import { temporaryFolder } from "../../scripts/temporary.ts"
import type { Request } from "./client.ts"
import type { Dataset } from "./dataset.ts"
import { logIn } from "./pgbench.ts"
import { command, operatorToken, type Running } from "./processes.ts"

export interface Postgres {
  readonly url: string
  readonly folder: string
  /** Runs a statement and returns its rows. */
  readonly ask: (text: string) => Promise<ReadonlyArray<{ readonly [name: string]: unknown }>>
  /** Returns the server's log of all statements executed during some work. */
  readonly logged: (work: () => Promise<unknown>) => Promise<string>
}

const settings = [
  ...["shared_buffers=256MB", "max_wal_size=4GB"],
  ...["logging_collector=on", "log_directory=log", "log_filename=statements.log"],
  ...["log_line_prefix=[%p] ", "log_file_mode=0644"],
]

/** Runs a server with an empty database while it is used. */
export const withEmptyPostgres = async <A>(use: (postgres: Postgres) => Promise<A>): Promise<A> => {
  const folder = temporaryFolder("bench")
  const server = await newServer(settings, folder)
  const url = server.url("outlay")
  try {
    await runStatements(server.url(), "create database outlay")
    const logs = (least: number) =>
      runStatements(
        server.url(),
        `alter system set log_min_duration_statement = ${least}`,
        "select pg_reload_conf()",
      )
    return await use({
      url,
      folder,
      ask: async (text) => {
        const client = await connected(url)
        try {
          return (await client.query(text)).rows
        } finally {
          await client.end()
        }
      },
      logged: async (work) => {
        await logs(0)
        // Each connection reads the setting when it is idle.
        await new Promise((done) => setTimeout(done, 200))
        await work()
        await logs(-1)
        return logIn(folder)
      },
    })
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

export const vacuumed = async ({ ask }: Postgres): Promise<void> => {
  await ask("vacuum analyze")
}

/** Runs a server with a copy of the dataset while it is used. */
export const withPostgres = <A>(
  data: Dataset,
  use: (postgres: Postgres) => Promise<A>,
): Promise<A> =>
  withEmptyPostgres(async (postgres) => {
    await command(["move", "--from", `sqlite:${data.file}`, "--to", postgres.url])
    await vacuumed(postgres)
    return use(postgres)
  })

const post = async (server: Running, path: string, token: string, body: object) => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the type
  const json = (await response.json()) as any
  if (!response.ok) throw new Error(`POST ${path}: ${JSON.stringify(json)}`)
  return json
}

/** Business with one user, one budget and one category, and a token with all permissions. */
export interface Business {
  readonly client_id: number
  readonly token: string
  readonly user_id: number
  readonly budget_id: string
  readonly category_id: string
}

export const newAccount = async (server: Running, n: number): Promise<Business> => {
  const operator = "/operator/v1/businesses"
  const ask = (path: string, body: object) => post(server, path, operatorToken, body)
  const { client_id, roles } = await ask(operator, { name: `Business ${n}` })
  const role_id = roles.find(({ name }: { readonly name: string }) => name === "Admin").id
  const { id: user_id } = await ask(`${operator}/${client_id}/users`, {
    ...{ first_name: "Ann", last_name: "Lee", email: "ann@example.com", role_id },
    payment_types: ["cards"],
  })
  const { token } = await ask(`${operator}/${client_id}/tokens`, { name: "Bench", role_id })
  const people = [{ user: { id: user_id } }]
  const own = `/v1/businesses/${client_id}`
  const { id: budget_id } = await post(server, `${own}/budgets`, token, {
    ...{ name: "Pot", reset_amount: 0, reset_period: "NEVER", has_member_limits: false },
    ...{ rollover_funds: false, members: people, owners: people },
  })
  const { id: category_id } = await post(server, `${own}/categories`, token, { name: "Meals" })
  return { client_id, token, user_id, budget_id, category_id }
}

/** Creates such a business and returns a request that tops up its budget. */
export const newBusiness = async (server: Running, n: number): Promise<Request> => {
  const { client_id, budget_id, token } = await newAccount(server, n)
  return {
    ...{ method: "POST", path: `/v1/businesses/${client_id}/budgets/${budget_id}/topups` },
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: '{"amount":0.01,"description":"Bench"}',
  }
}

export const versionOf = async ({ ask }: Postgres): Promise<string> => {
  const [row] = await ask("select current_setting('server_version') as version")
  return String(row?.["version"])
}
