import { profiles } from "../http/check.ts"
import { levelNames } from "../http/levels.ts"
import { verdicts } from "../http/verdict.ts"
import { areas } from "../interface/requirement.ts"

const text = { type: "string" }
const nullableText = { type: ["string", "null"] }
const count = { type: "integer", minimum: 0 }
const texts = { type: "array", items: text }
const headers = { type: "object", additionalProperties: text }

const source = { enum: ["interface", "settlement", "faults"] }

/** Returns the schema of an object with exactly these fields. */
const exactly = (properties: { readonly [name: string]: object }) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

const exchange = exactly({
  operation: nullableText,
  method: text,
  url: text,
  request_headers: headers,
  request_body: nullableText,
  status: { type: ["integer", "null"] },
  response_headers: headers,
  response_body: text,
})

const check = exactly({
  id: text,
  requirement: text,
  profile: { enum: profiles },
  title: text,
  verdict: { enum: verdicts },
  reason: nullableText,
  seen: nullableText,
  exchanges: { type: "array", items: exchange },
  decisive: count,
  operations: texts,
  notes: { type: "array", items: exactly({ what: text, choice: text }) },
  expected: { type: "boolean" },
  milliseconds: count,
  section: text,
  source,
  sentence: text,
})

const requirement = exactly({
  id: text,
  area: { enum: areas },
  strength: { enum: ["stated", "derived", "settled", "security", "durability"] },
  section: text,
  source,
  sentence: text,
  verdict: { enum: verdicts },
  proven: { type: "boolean" },
  checks: texts,
})

const standing = { enum: ["passed", "not passed", "not run"] }

/** JSON Schema of the JSON report. */
export const reportSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "A report of outlay-conformance",
  ...exactly({
    report_version: { const: 1 },
    suite: exactly({ name: text, version: text }),
    documents: {
      type: "object",
      additionalProperties: { type: "string", pattern: "^[0-9a-f]{64}$" },
    },
    product: exactly({ name: text, version: text }),
    base_url: text,
    seed: { type: "integer" },
    started: { type: "string", format: "date-time" },
    milliseconds: count,
    profiles: { type: "array", items: { enum: profiles } },
    levels: exactly(Object.fromEntries(levelNames.map((level) => [level, standing]))),
    counts: exactly({
      ...Object.fromEntries(verdicts.map((name) => [name, count])),
      expected: count,
    }),
    requirements: { type: "array", items: requirement },
    checks: { type: "array", items: check },
    stale: texts,
    died: nullableText,
    warnings: texts,
  }),
}
