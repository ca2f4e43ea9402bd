import { BusinessRecord, Features, integrations } from "@outlay/domain/fields"
import { Schema } from "effect"
import { bodyOf } from "../shared/body.ts"
import { endpoint, one, pageOf } from "../shared/endpoint.ts"
import { client_id } from "../shared/path.ts"
import { notFound, unknownReference } from "../shared/problem.ts"
import { page } from "../shared/query.ts"
import { CurrencyCode, text } from "../shared/text.ts"
import { wire } from "../shared/wire.ts"

export const business = wire(BusinessRecord, {
  example: {
    client_id: 7,
    name: "Harbour Pty Ltd",
    currency: "AUD",
    features: { expense_assistant: true, itemised_tax: false, hold_to_wallet: false },
    integration: null,
    roles: [{ id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c", name: "Admin" }],
    created: "2026-01-05T09:00:00.000Z",
    updated: "2026-01-05T09:00:00.000Z",
  },
})

const FeaturesInput = bodyOf(Features, {
  expense_assistant: Schema.optionalKey(Schema.Boolean),
  itemised_tax: Schema.optionalKey(Schema.Boolean),
  hold_to_wallet: Schema.optionalKey(Schema.Boolean),
}).annotate({
  identifier: "FeaturesInput",
  description: "Features to change; others keep their values.",
  examples: [{ expense_assistant: true }] as never,
})

const optional = {
  features: Schema.optionalKey(FeaturesInput),
  integration: Schema.optionalKey(Schema.NullOr(Schema.Literals(integrations))),
}

export const CreateBusiness = bodyOf(BusinessRecord, {
  name: text(128, "Harbour Pty Ltd"),
  currency: Schema.optionalKey(CurrencyCode),
  ...optional,
}).annotate({
  identifier: "CreateBusiness",
  description: "New business; its currency defaults to AUD.",
  examples: [{ name: "Harbour Pty Ltd" }] as never,
})

export const UpdateBusiness = bodyOf(BusinessRecord, {
  name: Schema.optionalKey(text(128, "Harbour Pty Ltd")),
  ...optional,
}).annotate({
  identifier: "UpdateBusiness",
  description: "Fields to change; others keep their values.",
  examples: [{ features: { expense_assistant: true } }] as never,
})

const all = "/operator/v1/businesses"
const each = "/operator/v1/businesses/{client_id}"

export const businesses = {
  list: endpoint({
    operation: "businesses.list",
    method: "GET",
    path: all,
    access: "operator",
    summary: "List businesses",
    description: "Returns all businesses, oldest first.",
    params: {},
    query: page,
    success: pageOf(business),
    problems: [],
  }),
  get: endpoint({
    operation: "businesses.get",
    method: "GET",
    path: each,
    access: "operator",
    summary: "Get a business",
    description: "Returns one business with its roles.",
    params: { client_id },
    success: one(business),
    problems: [notFound],
  }),
  create: endpoint({
    operation: "businesses.create",
    method: "POST",
    path: all,
    access: "operator",
    summary: "Create a business",
    description:
      "Creates a business with its four roles, the system categories and a wallet in its currency.",
    params: {},
    body: CreateBusiness,
    success: one(business, 201),
    problems: [unknownReference],
  }),
  update: endpoint({
    operation: "businesses.update",
    method: "PATCH",
    path: each,
    access: "operator",
    summary: "Update a business",
    description: "Changes the name, features or integration of a business.",
    params: { client_id },
    body: UpdateBusiness,
    success: one(business),
    problems: [notFound],
  }),
}
