/** What the console reads, each with the key under which it is held. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { answer, answered, api, everyOne, ofBusiness } from "./client.ts"
import type { paths } from "./schema.ts"

const steady = 60_000

export type TransactionQuery = NonNullable<
  paths["/v2/businesses/{client_id}/transactions"]["get"]["parameters"]["query"]
>

export const me = queryOptions({
  queryKey: ["me"],
  queryFn: () =>
    answered(api.GET("/v1/businesses/{client_id}/me", { params: { path: ofBusiness() } })),
  staleTime: steady,
})

export const transactions = (query: TransactionQuery) =>
  queryOptions({
    queryKey: ["transactions", "list", query],
    queryFn: ({ signal }) =>
      answered(
        api.GET("/v2/businesses/{client_id}/transactions", {
          params: { path: ofBusiness(), query },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

const transactionPath = "/v2/businesses/{client_id}/transactions/{transaction_id}"

/** One transaction, with the `ETag` that a change of it needs. */
export const transaction = (transaction_id: string) =>
  queryOptions({
    queryKey: ["transactions", "one", transaction_id],
    queryFn: () =>
      answer(api.GET(transactionPath, { params: { path: { ...ofBusiness(), transaction_id } } })),
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

export const users = queryOptions({
  queryKey: ["users"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/users", { params: { path: ofBusiness(), query } }),
    ),
  staleTime: steady,
})

export const budgets = queryOptions({
  queryKey: ["budgets", "list"],
  queryFn: () =>
    everyOne((page) =>
      api.GET("/v1/businesses/{client_id}/budgets", {
        params: { path: ofBusiness(), query: { ...page, is_deleted: false } },
      }),
    ),
  staleTime: steady / 4,
})

export const categories = queryOptions({
  queryKey: ["categories"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/categories", { params: { path: ofBusiness(), query } }),
    ),
  staleTime: steady,
})

export const customFields = queryOptions({
  queryKey: ["custom-fields", "list"],
  queryFn: () =>
    everyOne((query) =>
      api.GET("/v1/businesses/{client_id}/custom-fields", {
        params: { path: ofBusiness(), query },
      }),
    ),
  staleTime: steady,
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
    staleTime: steady,
  })

export const topups = (status?: "PENDING") =>
  queryOptions({
    queryKey: ["topups", "business", status ?? "all"],
    queryFn: () =>
      answered(
        api.GET("/v1/businesses/{client_id}/topups", {
          params: {
            path: ofBusiness(),
            query: { limit: 100, ...(status === undefined ? {} : { status }) },
          },
        }),
      ),
  })
