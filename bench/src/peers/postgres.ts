import { createServer } from "node:http"
import pg from "pg"
import { columns, show } from "./database.ts"

/**
 * Peer for reads on PostgreSQL: `node:http`, `pg` with prepared statements and a pool of the same
 * size, and `JSON.stringify`: `node postgres.ts URL CLIENT_ID`
 */
const [url = "", client = ""] = process.argv.slice(2)
const client_id = Number(client)

const same = (text: string): unknown => text
// Numeric columns are parsed as numbers; JSON columns are parsed only where needed.
const parsers = new Map<number, (text: string) => unknown>([
  [16, (text) => text === "t"],
  [20, Number],
  [1700, Number],
])
const types = { getTypeParser: (oid: number) => parsers.get(oid) ?? same } as pg.CustomTypesConfig
const pool = new pg.Pool({ connectionString: url, max: 10, types })

// biome-ignore lint/suspicious/noExplicitAny: rows as statements select them
type Row = any

const ask = async (name: string, text: string, values: Array<unknown>): Promise<Array<Row>> =>
  (await pool.query({ name, text, values })).rows

const one = `select ${columns} where t.client_id = $1 and t.id = $2`
const page = `select ${columns} where t.client_id = $1 and t.status <> 'DECLINED'
  order by t.auth_date desc, t.id limit $2 offset $3`
const count = `select sum(count) as n from transaction_counts
  where client_id = $1 and day = '' and status <> 'DECLINED'`
const categories = `select c.id, c.name, a.code from categories as c
  left join accounting_codes as a on a.client_id = c.client_id and a.id = c.accounting_code_id
  where c.client_id = $1 and c.id = any($2)`

/** Returns the response bodies of rows, with the names of their categories. */
const shown = async (rows: ReadonlyArray<Row>): Promise<ReadonlyArray<unknown>> => {
  const ids = rows.flatMap((row) =>
    JSON.parse(row.line_items).map((item: Row) => item.category_id as string | null),
  )
  const categoryIds = [...new Set(ids.filter((id) => id !== null))]
  const found =
    categoryIds.length === 0 ? [] : await ask("categories", categories, [client_id, categoryIds])
  const named = new Map(found.map(({ id, name, code }) => [id, { id, name, code }]))
  return rows.map((row) => show(row, (id) => (id === null ? null : (named.get(id) ?? null))))
}

const link = (offset: number, limit: number) => `offset=${offset}&limit=${limit}`

const pageOf = async (offset: number, limit: number): Promise<unknown> => {
  const [rows, [{ n }]] = (await Promise.all([
    ask("page", page, [client_id, limit, offset]),
    ask("count", count, [client_id]),
  ])) as [Array<Row>, [Row]]
  return {
    count: n,
    next: offset + limit < n ? link(offset + limit, limit) : null,
    previous: offset === 0 ? null : link(Math.max(0, offset - limit), limit),
    results: await shown(rows),
  }
}

const transactions = `/v2/businesses/${client}/transactions`

const read = async (path: string): Promise<unknown> => {
  if (path.startsWith(`${transactions}/`)) {
    const rows = await ask("one", one, [client_id, path.slice(transactions.length + 1)])
    return (await shown(rows))[0]
  }
  const query = new URLSearchParams(path.slice(transactions.length + 1))
  return pageOf(Number(query.get("offset") ?? 0), Number(query.get("limit") ?? 50))
}

const server = createServer(async (request, response) => {
  const body = JSON.stringify(await read(request.url ?? ""))
  response.writeHead(200, [
    ...["Content-Type", "application/json"],
    ...["Content-Length", String(Buffer.byteLength(body))],
  ])
  response.end(body)
})

process.once("SIGTERM", () => process.exit(0))
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`listening ${typeof address === "object" ? address?.port : ""}\n`)
})
