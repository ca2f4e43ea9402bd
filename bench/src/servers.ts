import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Request } from "./client.ts"
import { type Dataset, mostImported } from "./dataset.ts"
import { outlay, type Running, start } from "./processes.ts"

export const bare = "node:http"
export const fastify = "Fastify"
export const checked = "Fastify with plugins"

const peer = (name: string) => fileURLToPath(new URL(`./peers/${name}.ts`, import.meta.url))

/**
 * Folder for copies of a database. Each server has its own copy, so that none reads the writes of
 * another.
 */
const copies =
  (data: Dataset, folder: string) =>
  (name: string): string => {
    const file = join(folder, `${name}.db`)
    for (const suffix of ["", "-wal"]) {
      if (existsSync(data.file + suffix)) copyFileSync(data.file + suffix, file + suffix)
    }
    return file
  }

/** Runs Outlay and its peers, each on a copy of the same rows, while they are used. */
export const withServers = async <A>(
  data: Dataset,
  use: (servers: readonly [Running, ...ReadonlyArray<Running>]) => Promise<A>,
): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "outlay-bench-"))
  const copy = copies(data, folder)
  const client = String(data.client_id)
  const running: Array<Running> = []
  try {
    const ours = await outlay(copy("outlay"))
    running.push(ours)
    for (const [name, args] of [
      [bare, [peer("bare"), copy("bare"), client]],
      [fastify, [peer("fastify"), copy("fastify"), client]],
      [checked, [peer("fastify"), copy("checked"), client, "checked"]],
    ] as const) {
      running.push(await start(name, args))
    }
    return await use([ours, ...running.slice(1)])
  } finally {
    await Promise.all(running.map((server) => server.stop()))
    rmSync(folder, { recursive: true })
  }
}

/** Runs Outlay alone on a copy, or on the database itself if it is too large to copy. */
export const withOutlay = async <A>(
  data: Dataset,
  use: (server: Running) => Promise<A>,
): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "outlay-bench-"))
  const server = await outlay(data.rows > mostImported ? data.file : copies(data, folder)("outlay"))
  try {
    return await use(server)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

const headers = ({ token }: Dataset) => ({ Authorization: `Bearer ${token}` })

export const get = (data: Dataset, path: string, version = "v2"): Request => ({
  ...{ method: "GET", path: `/${version}/businesses/${data.client_id}${path}` },
  headers: headers(data),
})

export const topup = (data: Dataset): Request => ({
  ...{ method: "POST", path: `/v1/businesses/${data.client_id}/budgets/${data.budget_id}/topups` },
  headers: { ...headers(data), "Content-Type": "application/json" },
  body: '{"amount":0.01,"description":"Bench"}',
})

/** Sends one request to a server and returns the response. */
export const ask = async (
  { port, name }: Running,
  { method, path, headers, body }: Request,
): Promise<unknown> => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...{ method, headers },
    ...(body !== undefined && { body }),
  })
  if (!response.ok) throw new Error(`${name} answers ${path} with ${await response.text()}`)
  return response.json()
}
