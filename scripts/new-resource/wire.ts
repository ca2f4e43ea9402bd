/** Files of a new resource outside of the domain. */
import type { Names } from "./names.ts"

export const contract = (names: Names): string => contractHead(names) + operations(names)

const contractHead = ({ One, one, noun, text }: Names): string => `
import { ${One} } from "@outlay/domain/fields"
import { Schema } from "effect"
import { bodyOf } from "./shared/body.ts"
import { endpoint, none, one, pageOf } from "./shared/endpoint.ts"
import { client_id, uuidId } from "./shared/path.ts"
import { notFound } from "./shared/problem.ts"
import { boolean, page } from "./shared/query.ts"
import { text } from "./shared/text.ts"
import { wire } from "./shared/wire.ts"

export const ${one} = wire(${One}, {
  example: {
    id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b90",
    name: "Harbour",
    is_enabled: true,
    created: "2026-11-02T09:30:00.000Z",
    updated: "2026-11-02T09:30:00.000Z",
  },
})

const name = text(128, "Harbour")
const is_enabled = Schema.optionalKey(Schema.Boolean)

export const Create${One} = bodyOf(${One}, { name, is_enabled }).annotate({
  identifier: "Create${One}",
  description: "New ${text}.",
  examples: [{ name: "Harbour" }] as never,
})

export const Update${One} = bodyOf(${One}, {
  name: Schema.optionalKey(name),
  is_enabled,
}).annotate({
  identifier: "Update${One}",
  description: "Fields to change; others keep their values.",
  examples: [{ is_enabled: false }] as never,
})

const params = { client_id, ${noun}_id: uuidId("Id of the ${text}.") }
`

const operations = ({ One, one, many, kebab, table, noun, text, texts, aText }: Names): string => `
const all = "/v1/businesses/{client_id}/${kebab}"
const each = "/v1/businesses/{client_id}/${kebab}/{${noun}_id}"

export const ${many} = {
  list: endpoint({
    operation: "${many}.list",
    method: "GET",
    path: all,
    access: { resource: "${table}", action: "read" },
    summary: "List ${texts}",
    description: "Returns the ${texts} of the business, oldest first.",
    params: { client_id },
    query: { ...page, is_enabled: boolean("Only ${texts} with this value of \`is_enabled\`.") },
    success: pageOf(${one}),
    problems: [],
  }),
  create: endpoint({
    operation: "${many}.create",
    method: "POST",
    path: all,
    access: { resource: "${table}", action: "create" },
    summary: "Create ${aText}",
    description: "Creates ${aText}.",
    params: { client_id },
    body: Create${One},
    success: one(${one}, 201),
    problems: [],
  }),
  get: endpoint({
    operation: "${many}.get",
    method: "GET",
    path: each,
    access: { resource: "${table}", action: "read" },
    summary: "Get ${aText}",
    description: "Returns one ${text}.",
    params,
    success: one(${one}),
    problems: [notFound],
  }),
  update: endpoint({
    operation: "${many}.update",
    method: "PATCH",
    path: each,
    access: { resource: "${table}", action: "update" },
    summary: "Update ${aText}",
    description: "Changes the fields that the request names.",
    params,
    body: Update${One},
    success: one(${one}),
    problems: [notFound],
  }),
  remove: endpoint({
    operation: "${many}.remove",
    method: "DELETE",
    path: each,
    access: { resource: "${table}", action: "delete" },
    summary: "Delete ${aText}",
    description: "Deletes the ${text}.",
    params,
    success: none,
    problems: [notFound],
  }),
}
`

export const migration = ({ many, table, texts }: Names): string => `
/** The ${texts} of businesses. */
export const ${many} = \`
create table ${table} (
  client_id integer not null references businesses,
  id text not null,
  name text not null,
  is_enabled integer not null,
  created text not null,
  updated text not null,
  primary key (client_id, id)
) strict, without rowid;
create index ${table}_by_created on ${table} (client_id, created, id, is_enabled);
\`
`

export const trial = ({ Many, One, one, many, noun, table, text }: Names): string => `
import { ${Many} } from "@outlay/domain"
import { ${one}ById, ${one}Context, ${many}ByCreated } from "@outlay/domain/ports"
import fc from "fast-check"
import { maybe, nth, work } from "../agreement/commands.ts"
import type { Known } from "../agreement/known.ts"
import type { Resource } from "../resources.ts"

const name = fc.constantFrom("First", "first", "Zweite Überschrift")
const is_enabled = maybe(fc.boolean())

const keyOf = (known: Known, n: number) => {
  const { client_id, id } = known.row("${table}", n)
  return { client_id, ${noun}_id: id }
}

const create${One} = work(
  "create ${text}",
  fc.record({ of: nth, name, is_enabled }),
  ({ of, ...input }) =>
    (known) =>
      ${Many}.use((_) => _.create(known.client(of), input)),
)

const update${One} = work(
  "update ${text}",
  fc.record({ of: nth, name: maybe(name), is_enabled }),
  ({ of, ...patch }) =>
    (known) =>
      ${Many}.use((_) => _.update(keyOf(known, of), patch)),
)

const remove${One} = work(
  "remove ${text}",
  nth,
  (of) => (known) => ${Many}.use((_) => _.remove(keyOf(known, of))),
)

const request = { offset: 0, limit: 50 }

export const resource: Resource = {
  table: "${table}",
  looks: [
    ${one}Context(null),
    ${one}Context("v"),
    ${one}ById("v"),
    ...[undefined, true].map((is_enabled) => ${many}ByCreated({ is_enabled }, request)),
  ],
  commands: [
    [3, create${One}],
    [2, update${One}],
    [1, remove${One}],
  ],
}
`
