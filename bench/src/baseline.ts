import { createServer } from "node:http"
import Database from "better-sqlite3"

/**
 * The least that answers the same bytes: node:http, a prepared statement, JSON.stringify. It trusts
 * everybody and checks nothing. Parameters are written `+?`, as the product does: SQLite would plan
 * a statement anew for each bare one. `node baseline.ts FILE CLIENT_ID`
 */
const [file = "", client = ""] = process.argv.slice(2)
const client_id = Number(client)
const db = new Database(file, { readonly: true })
// The product's own settings: what is compared is the code, not the cache.
db.pragma("cache_size = -65536")

const columns = `
  t.*, b.name as budget_name, b.budget_type, u.first_name, u.last_name
  from transactions as t
  left join budgets as b on b.client_id = t.client_id and b.id = t.budget_id
  left join users as u on u.client_id = t.client_id and u.id = t.user_id`

const one = db.prepare(`select ${columns} where t.client_id = +? and t.id = +?`)
const page = db.prepare(`select ${columns}
  where t.client_id = +? and t.status <> 'DECLINED'
  order by t.auth_date desc, t.id limit ? offset ?`)
const count = db.prepare(
  "select sum(count) as n from transaction_counts where client_id = +? and day = '' and status <> 'DECLINED'",
)

// biome-ignore lint/suspicious/noExplicitAny: a row as the statement selects it
const show = (row: any) => ({
  id: row.id,
  cleared_date: row.cleared_date,
  auth_date: row.auth_date,
  merchant_name: row.merchant_name,
  attendees: JSON.parse(row.attendees),
  budget: { id: row.budget_id, name: row.budget_name, budget_type: row.budget_type },
  currency: row.currency,
  custom_fields: JSON.parse(row.custom_fields),
  fx_amount: row.fx_amount / 100,
  amount: row.amount / 100,
  gst: row.gst / 100,
  expense_status: row.expense_status,
  status: row.status,
  transaction_type: row.transaction_type,
  user: {
    id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    name: `${row.first_name} ${row.last_name}`,
  },
  // biome-ignore lint/suspicious/noExplicitAny: a line item as the statement selects it
  line_items: JSON.parse(row.line_items).map((item: any) => ({
    id: item.id,
    amount: item.amount / 100,
    gst_amount: item.gst_amount / 100,
    category: null,
    custom_fields: item.custom_fields,
    description: item.description,
  })),
  receipt_urls: JSON.parse(row.receipt_urls),
  created: row.created,
  updated: row.updated,
})

const prefix = `/v2/businesses/${client_id}/transactions`

const answer = (url: string): unknown => {
  if (url.startsWith(`${prefix}/`)) return show(one.get(client_id, url.slice(prefix.length + 1)))
  const query = new URLSearchParams(url.slice(prefix.length + 1))
  const offset = Number(query.get("offset") ?? 0)
  const limit = Number(query.get("limit") ?? 50)
  const total = (count.get(client_id) as { readonly n: number }).n
  return {
    count: total,
    next: offset + limit < total ? `offset=${offset + limit}&limit=${limit}` : null,
    previous: offset === 0 ? null : `offset=${Math.max(0, offset - limit)}&limit=${limit}`,
    results: page.all(client_id, limit, offset).map(show),
  }
}

process.once("SIGTERM", () => process.exit(0))

const server = createServer((request, response) => {
  const body = JSON.stringify(answer(request.url ?? ""))
  response.writeHead(200, [
    "Content-Type",
    "application/json",
    "Content-Length",
    String(Buffer.byteLength(body)),
  ])
  response.end(body)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`listening ${typeof address === "object" ? address?.port : ""}\n`)
})
