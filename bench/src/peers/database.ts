// biome-ignore-all lint/suspicious/noExplicitAny: rows as statements select them
import { randomUUID } from "node:crypto"
import Database from "better-sqlite3"

/**
 * Database access of the SQLite peers, as in a service without Outlay's rules: prepared statements
 * on the same tables, the same response bodies, and a separate transaction for each write, durable
 * before its response. Parameters are written `+?`, as in the product: SQLite would compile a
 * statement again for each new value of a plain `?`.
 */
export const open = (file: string, client_id: number) => {
  const db = new Database(file)
  // The product's settings, so that the comparison is between code and not between caches.
  db.pragma("cache_size = -65536")
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = FULL")
  const { one, page, count, category, token } = readsOf(db)
  const topup = topups(db)

  const categoryOf = (id: string | null) => {
    if (id === null) return null
    const { name, code } = category.get(client_id, id) as any
    return { id, name, code }
  }

  return {
    one: (id: string) => show(one.get(client_id, id), categoryOf),
    page: (offset: number, limit: number) => {
      const total = (count.get(client_id) as { readonly n: number }).n
      return {
        count: total,
        next: offset + limit < total ? link(offset + limit, limit) : null,
        previous: offset === 0 ? null : link(Math.max(0, offset - limit), limit),
        results: page.all(client_id, limit, offset).map((row) => show(row, categoryOf)),
      }
    },
    topup: (budget_id: string, amount: number, description: string) => {
      const now = new Date().toISOString()
      const id = randomUUID()
      topup({ client_id, id, budget_id, minor: Math.round(amount * 100), description, now })
      const people = { requested_by: null, actioned_by: null, actioned_on: now }
      return { id, amount, description, status: "APPROVED", ...people, created: now, updated: now }
    },
    /** Returns true if the digest is that of a token of the business. */
    knows: (digest: string): boolean =>
      (token.get(digest) as { readonly client_id: number } | undefined)?.client_id === client_id,
  }
}

export const columns = `
  t.*, b.name as budget_name, b.budget_type, u.first_name, u.last_name
  from transactions as t
  left join budgets as b on b.client_id = t.client_id and b.id = t.budget_id
  left join users as u on u.client_id = t.client_id and u.id = t.user_id`

const readsOf = (db: Database.Database) => ({
  one: db.prepare(`select ${columns} where t.client_id = +? and t.id = +?`),
  page: db.prepare(`select ${columns}
    where t.client_id = +? and t.status <> 'DECLINED'
    order by t.auth_date desc, t.id limit ? offset ?`),
  count: db.prepare(`select sum(count) as n from transaction_counts
    where client_id = +? and day = '' and status <> 'DECLINED'`),
  category: db.prepare(`select c.name, a.code from categories as c
    left join accounting_codes as a on a.client_id = c.client_id and a.id = c.accounting_code_id
    where c.client_id = +? and c.id = +?`),
  token: db.prepare("select client_id from tokens where digest = +? and revoked_at is null"),
})

interface Topup {
  readonly client_id: number
  readonly id: string
  readonly budget_id: string
  readonly minor: number
  readonly description: string
  readonly now: string
}

const topups = (db: Database.Database): ((topup: Topup) => void) => {
  const add = db.prepare(`insert into topups (client_id, id, budget_id, amount, description,
    status, actioned_on, created, updated)
    values (@client_id, @id, @budget_id, @minor, @description, 'APPROVED', @now, @now, @now)`)
  const raise = db.prepare(`update budgets set available_amount = available_amount + @minor,
    topped_up_amount = topped_up_amount + @minor, updated = @now
    where client_id = +@client_id and id = +@budget_id`)
  return db.transaction((topup: Topup) => {
    add.run(topup)
    raise.run(topup)
  })
}

const link = (offset: number, limit: number) => `offset=${offset}&limit=${limit}`

const value = ({ field_name, entry_text }: any) => ({ field_name, entry_text })

export const show = (row: any, categoryOf: (id: string | null) => unknown) => ({
  id: row.id,
  cleared_date: row.cleared_date,
  auth_date: row.auth_date,
  merchant_name: row.merchant_name,
  attendees: JSON.parse(row.attendees),
  budget:
    row.budget_id === null
      ? null
      : { id: row.budget_id, name: row.budget_name, budget_type: row.budget_type },
  currency: row.currency,
  custom_fields: JSON.parse(row.custom_fields).map(value),
  fx_amount: row.fx_amount / 100,
  amount: row.amount / 100,
  gst: row.gst / 100,
  expense_status: row.expense_status,
  status: row.status === "CLEARED" || row.status === "REFUNDED" ? "CLEARED" : "AUTHED",
  transaction_type: row.transaction_type,
  user: {
    id: row.user_id,
    first_name: row.first_name,
    last_name: row.last_name,
    name: `${row.first_name} ${row.last_name}`,
  },
  line_items: JSON.parse(row.line_items).map((item: any) => ({
    id: item.id,
    amount: item.amount / 100,
    gst_amount: item.gst_amount / 100,
    category: categoryOf(item.category_id),
    custom_fields: item.custom_fields.map(value),
    description: item.description,
  })),
  receipt_urls: JSON.parse(row.receipt_urls),
  created: row.created,
  updated: row.updated,
})
