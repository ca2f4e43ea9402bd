/** Queries of the console with their cache keys. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { api, dataOf, everyOne, guard, ofBusiness, withTag } from "./client.ts"
import { isMissing } from "./failure.ts"
import { recognised } from "./guard.ts"
import type { paths } from "./schema.ts"

const steadyMs = 60_000

export type TransactionQuery = NonNullable<
  paths["/v2/businesses/{client_id}/transactions"]["get"]["parameters"]["query"]
>

export const me = queryOptions({
  queryKey: ["me"],
  queryFn: () =>
    recognised(guard, () =>
      dataOf(api.GET("/v1/businesses/{client_id}/me", { params: { path: ofBusiness() } })),
    ),
  staleTime: steadyMs,
})

/** Delivery of emails: by a mail server, or as files for the operator. */
export const mail = queryOptions({
  queryKey: ["mail"],
  queryFn: async () => (await dataOf(api.GET("/sign-in", { cache: "no-store" }))).mail,
  staleTime: Number.POSITIVE_INFINITY,
})

export const transactions = (query: TransactionQuery) =>
  queryOptions({
    queryKey: ["transactions", "list", query],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v2/businesses/{client_id}/transactions", {
          params: { path: ofBusiness(), query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

const transactionPath = "/v2/businesses/{client_id}/transactions/{transaction_id}"

/** One transaction, with the `ETag` needed to change it. */
export const transaction = (transaction_id: string) =>
  queryOptions({
    queryKey: ["transactions", "one", transaction_id],
    queryFn: () =>
      withTag(api.GET(transactionPath, { params: { path: { ...ofBusiness(), transaction_id } } })),
  })

export const movements = (transaction_id: string) =>
  queryOptions({
    queryKey: ["transactions", "movements", transaction_id],
    queryFn: () =>
      everyOne((query) =>
        api.GET(`${transactionPath}/movements`, {
          params: { path: { ...ofBusiness(), transaction_id }, query },
        }),
      ),
  })

/** Files attached to a transaction. */
export const receipts = (transaction_id: string) =>
  queryOptions({
    queryKey: ["transactions", "receipts", transaction_id],
    queryFn: () =>
      everyOne((query) =>
        api.GET(`${transactionPath}/receipts`, {
          params: { path: { ...ofBusiness(), transaction_id }, query },
        }),
      ),
  })

/** Content of an attached file, which never changes. */
export const receiptFile = (transaction_id: string, receipt_id: string) =>
  queryOptions({
    queryKey: ["receipt-files", receipt_id],
    queryFn: () =>
      dataOf(
        api.GET(`${transactionPath}/receipts/{receipt_id}`, {
          params: { path: { ...ofBusiness(), transaction_id, receipt_id } },
          parseAs: "blob",
        }),
      ) as Promise<Blob>,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: steadyMs,
  })

/** Thumbnail of an attached file; null if it has none. */
export const receiptThumbnail = (transaction_id: string, receipt_id: string) =>
  queryOptions({
    queryKey: ["receipt-thumbnails", receipt_id],
    queryFn: () =>
      dataOf(
        api.GET(`${transactionPath}/receipts/{receipt_id}/thumbnail`, {
          params: { path: { ...ofBusiness(), transaction_id, receipt_id } },
          parseAs: "blob",
        }),
      ).catch((failure) => {
        if (isMissing(failure)) return null
        throw failure
      }) as Promise<Blob | null>,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: steadyMs,
  })

export const users = queryOptions({
  queryKey: ["users"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/users", { params: { path: ofBusiness(), query } }),
    ),
  staleTime: steadyMs,
})

export const budgets = queryOptions({
  queryKey: ["budgets", "list"],
  queryFn: () =>
    everyOne((page) =>
      api.GET("/v1/businesses/{client_id}/budgets", {
        params: { path: ofBusiness(), query: { ...page, is_deleted: false } },
      }),
    ),
  staleTime: steadyMs / 4,
})

export const categories = queryOptions({
  queryKey: ["categories"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/categories", { params: { path: ofBusiness(), query } }),
    ),
  staleTime: steadyMs,
})

export const customFields = queryOptions({
  queryKey: ["custom-fields", "list"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/custom-fields", {
        params: { path: ofBusiness(), query },
      }),
    ),
  staleTime: steadyMs,
})

export const fieldOptions = (custom_field_id: string) =>
  queryOptions({
    queryKey: ["custom-fields", "options", custom_field_id],
    queryFn: () =>
      everyOne((query) =>
        api.GET("/v1/businesses/{client_id}/custom-fields/{custom_field_id}/options", {
          params: { path: { ...ofBusiness(), custom_field_id }, query },
        }),
      ),
    staleTime: steadyMs,
  })

export const topups = (status?: "PENDING") =>
  queryOptions({
    queryKey: ["topups", "business", status ?? "all"],
    queryFn: () =>
      dataOf(
        api.GET("/v1/businesses/{client_id}/topups", {
          params: {
            path: ofBusiness(),
            query: { limit: 100, ...(status === undefined ? {} : { status }) },
          },
        }),
      ),
  })

const budgetPath = "/v1/businesses/{client_id}/budgets/{budget_id}"

/** One budget, with the `ETag` needed to change it. */
export const budget = (budget_id: string) =>
  queryOptions({
    queryKey: ["budgets", "one", budget_id],
    queryFn: () =>
      withTag(api.GET(budgetPath, { params: { path: { ...ofBusiness(), budget_id } } })),
  })

export const members = (budget_id: string) =>
  queryOptions({
    queryKey: ["budgets", "members", budget_id],
    queryFn: () =>
      everyOne((page) =>
        api.GET(`${budgetPath}/members`, {
          params: { path: { ...ofBusiness(), budget_id }, query: { ...page, is_deleted: false } },
        }),
      ),
  })

export const owners = (budget_id: string) =>
  queryOptions({
    queryKey: ["budgets", "owners", budget_id],
    queryFn: () =>
      everyOne((page) =>
        api.GET(`${budgetPath}/owners`, {
          params: { path: { ...ofBusiness(), budget_id }, query: { ...page, is_deleted: false } },
        }),
      ),
  })

/** Latest periods, newest first. */
export const periods = (budget_id: string) =>
  queryOptions({
    queryKey: ["budgets", "periods", budget_id],
    queryFn: () =>
      dataOf(
        api.GET(`${budgetPath}/periods`, {
          params: { path: { ...ofBusiness(), budget_id }, query: { limit: 24 } },
        }),
      ),
  })

export const budgetTopups = (budget_id: string) =>
  queryOptions({
    queryKey: ["topups", "budget", budget_id],
    queryFn: () =>
      dataOf(
        api.GET(`${budgetPath}/topups`, {
          params: { path: { ...ofBusiness(), budget_id }, query: { limit: 50 } },
        }),
      ),
  })

export const roles = queryOptions({
  queryKey: ["roles"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/roles", { params: { path: ofBusiness(), query } }),
    ),
  staleTime: steadyMs,
})

export const invites = queryOptions({
  queryKey: ["invites"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/invites", { params: { path: ofBusiness(), query } }),
    ),
})

export const balances = queryOptions({
  queryKey: ["balances"],
  queryFn: () =>
    dataOf(api.GET("/v1/businesses/{client_id}/balance", { params: { path: ofBusiness() } })),
})

export const statement = (start_date: string, end_date: string, currency: string) =>
  queryOptions({
    queryKey: ["statement", start_date, end_date, currency],
    queryFn: () =>
      dataOf(
        api.GET("/v1/businesses/{client_id}/statements", {
          params: { path: ofBusiness(), query: { start_date, end_date, currency, limit: 500 } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** Lock date of the books, with the `ETag` needed to change it. */
export const books = queryOptions({
  queryKey: ["books"],
  queryFn: () =>
    withTag(api.GET("/v1/businesses/{client_id}/books", { params: { path: ofBusiness() } })),
})

const exportsPath = "/v1/businesses/{client_id}/exports"

const exportPage = (query: { offset?: number; limit: number }) =>
  dataOf(api.GET(exportsPath, { params: { path: ofBusiness(), query } }))

/** Page of exports, newest first; the API lists them oldest first. */
export const exports = (page: number, size: number) =>
  queryOptions({
    queryKey: ["exports", "list", page, size],
    queryFn: async () => {
      const { count } = await exportPage({ limit: 1 })
      const end = Math.max(0, count - (page - 1) * size)
      const offset = Math.max(0, end - size)
      if (end === 0) return { count, results: [] }
      const { results } = await exportPage({ offset, limit: end - offset })
      return { count, results: results.toReversed() }
    },
    placeholderData: keepPreviousData,
  })

/** One export, which never changes. */
export const exported = (export_id: string) =>
  queryOptions({
    queryKey: ["exports", "one", export_id],
    queryFn: () =>
      dataOf(
        api.GET(`${exportsPath}/{export_id}`, { params: { path: { ...ofBusiness(), export_id } } }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const codes = queryOptions({
  queryKey: ["codes"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/accounting-codes", {
        params: { path: ofBusiness(), query },
      }),
    ),
  staleTime: steadyMs,
})

export const policies = queryOptions({
  queryKey: ["policies"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/policies", { params: { path: ofBusiness(), query } }),
    ),
})

export const webhooks = queryOptions({
  queryKey: ["webhooks", "list"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/webhooks", { params: { path: ofBusiness(), query } }),
    ),
})

/** Tokens that are valid or have expired, without revoked ones. */
export const apiTokens = queryOptions({
  queryKey: ["apiTokens"],
  queryFn: async () => {
    const tokens = await everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/tokens", { params: { path: ofBusiness(), query } }),
    )
    return tokens.filter(({ revoked_at }) => revoked_at === null)
  },
})

const deliveryPage = (webhook_id: string, query: { offset?: number; limit: number }) =>
  dataOf(
    api.GET("/v1/businesses/{client_id}/webhooks/{webhook_id}/deliveries", {
      params: { path: { ...ofBusiness(), webhook_id }, query },
    }),
  )

/** Latest deliveries of a webhook, newest first; the API lists them oldest first. */
export const deliveries = (webhook_id: string) =>
  queryOptions({
    queryKey: ["webhooks", "deliveries", webhook_id],
    queryFn: async () => {
      const limit = 25
      const { count } = await deliveryPage(webhook_id, { limit: 1 })
      const offset = Math.max(0, count - limit)
      return (await deliveryPage(webhook_id, { offset, limit })).results.toReversed()
    },
  })

export type EventQuery = NonNullable<
  paths["/v1/businesses/{client_id}/events"]["get"]["parameters"]["query"]
>

const eventPage = (query: EventQuery) =>
  dataOf(api.GET("/v1/businesses/{client_id}/events", { params: { path: ofBusiness(), query } }))

/**
 * Page of the audit trail, newest first; the API lists events oldest first. The whole trail is read
 * by sequence, which has no gaps, so that every page costs the same. A filtered trail is counted
 * from its end.
 */
export const events = (filter: EventQuery, page: number, size: number) =>
  queryOptions({
    queryKey: ["events", "list", filter, page, size],
    queryFn: async () => {
      const { count, head } = await eventPage({ ...filter, limit: 1 })
      const end = Math.max(0, count - (page - 1) * size)
      const offset = Math.max(0, end - size)
      if (end === 0) return { count, head, results: [] }
      const isWhole = Object.keys(filter).length === 0
      const place = isWhole ? { after_sequence: offset } : { ...filter, offset }
      const { results } = await eventPage({ ...place, limit: end - offset })
      return { count, head, results: results.toReversed() }
    },
    placeholderData: keepPreviousData,
  })

/** One event, and the hash of the previous event, which is part of its own hash. */
export const event = (sequence: number) =>
  queryOptions({
    queryKey: ["events", "one", sequence],
    queryFn: async () => {
      const { results } = await eventPage({ after_sequence: Math.max(0, sequence - 2), limit: 2 })
      const found = results.find((each) => each.sequence === sequence) ?? null
      const before = results.find((each) => each.sequence === sequence - 1)?.hash ?? null
      return { found, before }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
