/** Files of a new resource in the domain. */
import type { Names } from "./names.ts"

export const record = ({ One, text, aText, texts, noun }: Names): string => `
import { Schema } from "effect"
import { client_id, flag, text, times, uuid } from "../fields.ts"

/** ${capital(aText)} of a business. */
export const ${One} = Schema.Struct({
  client_id,
  id: uuid("Id of the ${text}."),
  name: text("Display name."),
  is_enabled: flag("True if the ${text} can be used."),
  ...times,
}).annotate({ identifier: "${One}", description: "${capital(text)} of a business." })
export interface ${One} extends Schema.Schema.Type<typeof ${One}> {}

export interface ${One}Key {
  readonly client_id: number
  readonly ${noun}_id: string
}

/** Filter of a list of ${texts}. A field that is omitted does not filter. */
export interface ${One}Filter {
  readonly is_enabled?: boolean | undefined
}

/** Fields of a new ${text}. It is enabled by default. */
export interface Create${One} {
  readonly name: string
  readonly is_enabled?: boolean | undefined
}

/** Fields to change; others keep their values. */
export interface Update${One} {
  readonly name?: string | undefined
  readonly is_enabled?: boolean | undefined
}
`

export const rules = (names: Names): string => rulesHead(names) + ruleOfChange(names)

const rulesHead = ({ One, one, kebab, noun, aText, text }: Names): string => `
import { Result } from "effect"
import type { Decision } from "../core/decision.ts"
import { existing } from "../core/not-found.ts"
import type { Business } from "../core/records/businesses.ts"
import type { Create${One}, Update${One}, ${One}, ${One}Key } from "../core/records/${kebab}.ts"
import type { NotFound } from "../core/refusals.ts"
import { recordUpdate, rowCreation, rowRemoval } from "../core/row-change.ts"

/** Records that decisions about ${aText} need. */
export interface ${One}Context {
  readonly business: Business
  /** The ${text} of the command; null if it does not exist or is about to be created. */
  readonly ${noun}: ${One} | null
}

export interface ${One}Command extends Create${One} {
  readonly id: string
  readonly now: string
}

/** Creates ${aText}. */
export const decide${One} = (
  { business }: ${One}Context,
  { id, name, is_enabled = true, now }: ${One}Command,
): Result.Result<Decision<${One}>, never> => {
  const ${one}: ${One} = {
    client_id: business.client_id,
    id,
    name,
    is_enabled,
    created: now,
    updated: now,
  }
  return Result.succeed({ result: ${one}, ...rowCreation("${noun}.created", ${one}) })
}
`

const ruleOfChange = ({ One, one, noun, text, aText }: Names): string => `
/** Changes the given fields. Refused: \`NotFound\`. */
export const decide${One}Update = (
  context: ${One}Context,
  key: ${One}Key,
  patch: Update${One},
  now: string,
): Result.Result<Decision<${One}>, NotFound> =>
  Result.map(existing(context.${noun}, "${text}", key.${noun}_id), (before) =>
    recordUpdate("${noun}.updated", before, {
      ...before,
      name: patch.name ?? before.name,
      is_enabled: patch.is_enabled ?? before.is_enabled,
      updated: now,
    }),
  )

/** Deletes ${aText}. Refused: \`NotFound\`. */
export const decide${One}Removal = (
  context: ${One}Context,
  key: ${One}Key,
): Result.Result<Decision<void>, NotFound> =>
  Result.map(existing(context.${noun}, "${text}", key.${noun}_id), (${one}) => ({
    result: undefined,
    ...rowRemoval("${noun}.deleted", ${one}),
  }))
`

export const rulesTest = ({ One, kebab, noun, table, texts }: Names): string => `
import { Result } from "effect"
import { describe, expect, test } from "vitest"
import { aBusiness, type Expected, judge, now } from "../../test/given.ts"
import type { Update${One}, ${One} } from "../core/records/${kebab}.ts"
import { decide${One}, decide${One}Removal, decide${One}Update } from "./rules.ts"

const key = { client_id: 7, ${noun}_id: "${noun}-1" }
const ${noun}: ${One} = {
  ...{ client_id: 7, id: "${noun}-1", name: "First", is_enabled: true },
  ...{ created: now, updated: now },
}
const context = { business: aBusiness(), ${noun} }
const nowhere = { business: aBusiness(), ${noun}: null }
const later = "2099-01-01T00:00:00.000Z"

interface Row {
  readonly name: string
  readonly patch: Update${One}
  readonly expected: Expected
}

const changes: ReadonlyArray<Row> = [
  {
    name: "the fields that are named",
    patch: { name: "Second", is_enabled: false },
    expected: { verdict: ["${table} name=Second is_enabled=false", "event ${noun}.updated"] },
  },
  {
    name: "one field, and the other stays",
    patch: { is_enabled: false },
    expected: { verdict: ["${table} is_enabled=false", "event ${noun}.updated"] },
  },
  {
    name: "to the values that it has already: nothing changes",
    patch: { name: "First", is_enabled: true },
    expected: { verdict: [] },
  },
]

describe("${texts}", () => {
  test.each([
    ["can be used", undefined, true],
    ["can be used, if the command says so", true, true],
    ["cannot be used, if the command says so", false, false],
  ])("created: %s", (_, is_enabled, expected) => {
    const made = decide${One}(nowhere, { id: "${noun}-1", name: "First", is_enabled, now })
    judge(made, { verdict: ["${table} created", "event ${noun}.created"] })
    expect(Result.getOrThrow(made).result).toEqual({ ...${noun}, is_enabled: expected })
  })

  test.each(changes)("changed: $name", ({ patch, expected }) =>
    judge(decide${One}Update(context, key, patch, later), expected),
  )

  test("one that does not exist is neither changed nor deleted", () => {
    judge(decide${One}Update(nowhere, key, { name: "Second" }, later), { verdict: "NotFound" })
    judge(decide${One}Removal(nowhere, key), { verdict: "NotFound" })
  })

  test("deleted: the row is removed, and the event contains it", () => {
    const removal = decide${One}Removal(context, key)
    judge(removal, { verdict: ["${table} removed", "event ${noun}.deleted"] })
    expect(removal).toMatchObject({ success: { events: [{ data: ${noun} }] } })
  })
})
`

export const looks = ({ One, one, many, kebab, noun, table, aText, text }: Names): string => `
import { byCreated, present } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { answerTo, known, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { ${One}, ${One}Filter } from "../core/records/${kebab}.ts"
import type { ${One}Context } from "./rules.ts"

/** Reads before ${aText} is created (\`id\` is null), changed or removed. */
export const ${one}Context = (id: string | null): Look<${One}Context> =>
  look(
    {
      business: one("businesses"),
      ${noun}: id === null ? known(null) : one("${table}", { id }),
    },
    ({ business, ${noun} }) => seen({ business: present(business), ${noun} }),
  )

/** Returns the ${text} with this id; null if it does not exist. */
export const ${one}ById = (id: string): Look<${One} | null> => answerTo(one("${table}", { id }))

/** Sorts by \`created\` ascending, then by id. */
export const ${many}ByCreated = (
  { is_enabled }: ${One}Filter,
  request: PageRequest,
): Look<Page<${One}>> => answerTo(pageOf("${table}", { is_enabled }, byCreated, request))
`

export const service = (names: Names): string => {
  const { One, Many, one, many, kebab, noun, text, aText, texts } = names
  const types = `Create${One}, Update${One}, ${One}Filter, ${One}Key`
  const rulesOf = `decide${One}, decide${One}Removal, decide${One}Update`
  return `
import { Context, Effect, Layer } from "effect"
import { Ids } from "../core/ids.ts"
import { existingIn } from "../core/not-found.ts"
import { now as currentTime } from "../core/now.ts"
import type { PageRequest } from "../core/page.ts"
import type { ${types} } from "../core/records/${kebab}.ts"
import { Store } from "../core/store.ts"
import { ${one}ById, ${one}Context, ${many}ByCreated } from "./looks.ts"
import { ${rulesOf} } from "./rules.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const ids = yield* Ids

  const list = (client_id: number, { offset, limit, ...filter }: ${One}Filter & PageRequest) =>
    store.read(client_id, ${many}ByCreated(filter, { offset, limit }))

  const get = ({ client_id, ${noun}_id: id }: ${One}Key) =>
    existingIn(store.read(client_id, ${one}ById(id)), "${text}", id)

  const create = Effect.fn("${Many}.create")(function* (client_id: number, ${one}: Create${One}) {
    const command = { ...${one}, id: yield* ids.uuid, now: yield* currentTime }
    return yield* store.change(client_id, ${one}Context(null), (context) =>
      decide${One}(context, command),
    )
  })

  const update = Effect.fn("${Many}.update")(function* (key: ${One}Key, patch: Update${One}) {
    const now = yield* currentTime
    return yield* store.change(key.client_id, ${one}Context(key.${noun}_id), (context) =>
      decide${One}Update(context, key, patch, now),
    )
  })

  const remove = Effect.fn("${Many}.remove")(function* (key: ${One}Key) {
    yield* store.change(key.client_id, ${one}Context(key.${noun}_id), (context) =>
      decide${One}Removal(context, key),
    )
  })

  return {
    /** Returns ${texts} of a business, oldest first. */
    list,
    /** Returns ${aText}. Refused: \`NotFound\`. */
    get,
    /** Creates ${aText}, which is enabled by default. */
    create,
    /** Changes the given fields. Refused: \`NotFound\`. */
    update,
    /** Deletes ${aText}. Refused: \`NotFound\`. */
    remove,
  }
})

/** ${capital(texts)} of businesses. */
export class ${Many} extends Context.Service<${Many}, Effect.Success<typeof make>>()(
  "@outlay/domain/${Many}",
) {
  static readonly layer = Layer.effect(${Many}, make)
}
`
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
