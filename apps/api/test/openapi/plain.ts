import type { Business } from "./business.ts"
import type { Operation } from "./document.ts"
import type { Judge } from "./judge.ts"

const verbs = ["create", "list", "get", "update", "remove"] as const

/** Returns the first example of the body of an operation. */
const exampleOf = (judge: Judge, { id, requestBody }: Operation): unknown => {
  const media = Object.values(requestBody?.content ?? {})[0] as {
    readonly schema: { readonly $ref: string }
  }
  const name = media.schema.$ref.replace("#/components/schemas/", "")
  const [example] = judge.schema(name).examples ?? []
  if (example === undefined) {
    throw new Error(`the body of ${id} has no example to call it with: add one to ${name}`)
  }
  return example
}

const parametersOf = ({ parameters }: Operation): ReadonlyArray<string> =>
  parameters.filter((_) => _.in === "path").map(({ name }) => name)

/**
 * Calls every operation on resources with these five operations that are not called elsewhere, with
 * the examples of the document as bodies. All created records are removed.
 */
export const callPlain = async (judge: Judge, business: Business): Promise<void> => {
  const { client_id, annToken: token } = business
  const resources = Map.groupBy(judge.operations, ({ id }) => id.slice(0, id.indexOf(".")))
  for (const [resource, operations] of resources) {
    const isTouched = operations.some(({ id }) => judge.touched.has(id))
    if (isTouched || operations.length !== verbs.length) continue
    if (operations.some(({ isOperators }) => isOperators)) continue
    const [create, , get, update] = verbs.map((verb) =>
      operations.find(({ id }) => id === `${resource}.${verb}`),
    )
    if (create === undefined || get === undefined || update === undefined) continue
    const names = parametersOf(get)
    const [, own] = names
    if (names.length !== 2 || names[0] !== "client_id" || own === undefined) continue
    const path = { client_id }
    const body = exampleOf(judge, create)
    const { id } = await judge.succeed(`${resource}.create`, { token, path, body })
    const each = { client_id, [own]: id }
    await judge.succeed(`${resource}.list`, { token, path, query: { limit: 10 } })
    await judge.succeed(`${resource}.get`, { token, path: each })
    const patch = exampleOf(judge, update)
    await judge.succeed(`${resource}.update`, { token, path: each, body: patch })
    await judge.succeed(`${resource}.remove`, { token, path: each })
  }
}
