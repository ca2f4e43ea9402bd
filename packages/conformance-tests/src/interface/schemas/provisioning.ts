import { actNames, contractVersion } from "../provisioning.ts"
import { businessSchema, closed, list, oneOf, text } from "./business.ts"

const ids = { type: "object", additionalProperties: { type: "string", minLength: 1 } }
const kinds = [
  "roles",
  "users",
  "invites",
  "accounting_codes",
  "categories",
  "custom_fields",
  "custom_field_options",
  "budgets",
  "budget_members",
  "budget_owners",
  "transactions",
  "topups",
] as const

const started = {
  type: "object",
  required: ["version", "base_url", "product", "acts"],
  properties: {
    version: { const: contractVersion },
    base_url: { type: "string", pattern: "^https?://" },
    product: {
      type: "object",
      required: ["name", "version"],
      properties: { name: text, version: text },
    },
    acts: list(oneOf(...actNames)),
  },
}

const provisioned = {
  type: "object",
  required: ["client_id", "ids", "tokens", "missing"],
  properties: {
    client_id: { type: "string", minLength: 1 },
    ids: {
      type: "object",
      required: kinds,
      properties: Object.fromEntries(kinds.map((kind) => [kind, ids])),
    },
    tokens: ids,
    missing: list(text),
  },
}

const context = {
  type: "object",
  required: ["base_url", "product", "seed", "now", "businesses"],
  properties: {
    base_url: started.properties.base_url,
    product: started.properties.product,
    seed: { type: "integer" },
    now: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$" },
    businesses: { type: "object", additionalProperties: provisioned },
  },
}

const request = {
  oneOf: [
    closed({ message: { const: "start" }, version: { const: contractVersion }, run: text }),
    closed({ message: { const: "world" }, business: businessSchema }),
    closed({ message: { const: "act" }, act: oneOf(...actNames), with: { type: "object" } }),
    closed({ message: { const: "stop" } }),
  ],
}

const success = { type: "object", required: ["ok", "result"], properties: { ok: { const: true } } }

const refusal = {
  type: "object",
  required: ["ok", "error"],
  properties: {
    ok: { const: false },
    error: closed({ code: oneOf("unsupported", "failed"), detail: text }),
  },
}

/**
 * The forms of a response as separate schemas, so that errors are reported for the form that it
 * claims to have.
 */
export const answerForms = {
  either: { type: "object", required: ["ok"], properties: { ok: { type: "boolean" } } },
  success,
  refusal,
} as const

/** The contract between the suite and a provisioner, as JSON Schemas (2020-12). */
export const provisioningSchemas = {
  /** A message to a provisioner. */
  request,
  /** Its response to any message. */
  response: { oneOf: [success, refusal] },
  /** The `result` of `start`. */
  started,
  /** The `result` of `world`. */
  provisioned,
  /** The specification of a business in `world`. */
  business: businessSchema,
  /** The context file of a target that was loaded by hand. */
  context,
} as const
