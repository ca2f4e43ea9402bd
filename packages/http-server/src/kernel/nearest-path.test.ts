import { endpoints } from "@outlay/http-contract"
import { describe, expect, test } from "vitest"
import { nearestPathOf } from "./nearest-path.ts"

const nearest = nearestPathOf([...endpoints.map(({ path }) => path), "/docs", "/openapi.json"])
const id = "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c"

describe("the nearest path", () => {
  test.each<readonly [given: string, suggestion: string | null]>([
    ["/v1/businesses/7/transactions", "/v2/businesses/7/transactions"],
    ["/v3/businesses/7/users", "/v1/businesses/7/users"],
    ["/v1/businesses/7/budget", "/v1/businesses/7/budgets"],
    ["/v1/businesses/7/budgets/", "/v1/businesses/7/budgets"],
    ["//v1/businesses/7/budgets", "/v1/businesses/7/budgets"],
    [`/v1/businesses/7/budget/${id}`, `/v1/businesses/7/budgets/${id}`],
    ["/v1/business/7/users", "/v1/businesses/7/users"],
    ["/businesses/7/users", "/v1/businesses/7/users"],
    ["/api/v1/businesses/7/users", "/v1/businesses/7/users"],
    ["/budgets", "/v1/businesses/{client_id}/budgets"],
    ["/v1/businesses/7/custom_fields", "/v1/businesses/7/custom-fields"],
    ["/v1/businesses/7/customFields", "/v1/businesses/7/custom-fields"],
    ["/v1/businesses/7/top-ups", "/v1/businesses/7/topups"],
    ["/v1/businesses/7/balances", "/v1/businesses/7/balance"],
    [`/v1/businesses/7/budgets/${id}/topup`, `/v1/businesses/7/budgets/${id}/topups`],
    ["/v1/businesses/<b>1/user", "/v1/businesses/{client_id}/users"],
    ["/openapi.yaml", null],
    ["/open-api.json", "/openapi.json"],
    ["/doc", "/docs"],
    ["/graphql", null],
    ["/", null],
    ["", null],
    ["/v1/businesses/7/spaceships", null],
    [`/${"a/".repeat(13)}`, null],
    [`/v1/businesses/7/${"u".repeat(600)}`, null],
  ])("the path %s means %s", (given, suggestion) => expect(nearest.of(given)).toBe(suggestion))
})
