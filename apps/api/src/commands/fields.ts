import { type Schema, SchemaAST } from "effect"

/** A field of a request body, described as a flag. */
export interface Field {
  readonly name: string
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly kind: "text" | "number" | "boolean" | "list" | "role" | "json"
  /** Allowed values; empty if any value is allowed. */
  readonly values: ReadonlyArray<string>
  readonly description: string
}

/** Name of the flag of a field, without dashes. A role is given by name or id, as `--role`. */
export const flagWords = (name: string): string =>
  name === "role_id" ? "role" : name.replaceAll("_", "-")

export const flagName = (name: string): string => `--${flagWords(name)}`

/** Returns the fields of a request body, as far as flags can express them. */
export const fieldsOf = (body: Schema.Top | null): ReadonlyArray<Field> => {
  const ast = body === null ? null : SchemaAST.toEncoded(body.ast)
  return ast?._tag === "Objects"
    ? ast.propertySignatures.map(({ name, type }) => fieldOf(String(name), type))
    : []
}

const fieldOf = (name: string, type: SchemaAST.AST): Field => {
  const members = type._tag === "Union" ? type.types : [type]
  const values = members.filter((member) => member._tag !== "Null")
  const description = [type, ...members].map(descriptionOf).find((text) => text !== "") ?? ""
  return {
    name,
    isRequired: type.context?.isOptional !== true,
    isNullable: values.length < members.length,
    description,
    ...(name === "role_id" ? { kind: "role", values: [] } : formOf(values)),
  }
}

/** Returns the description of a field: that of its last check, else its own. */
const descriptionOf = ({ annotations, checks }: SchemaAST.AST): string =>
  String(checks?.at(-1)?.annotations?.["description"] ?? annotations?.["description"] ?? "")

const formOf = (types: ReadonlyArray<SchemaAST.AST>): Pick<Field, "kind" | "values"> => {
  const flat = types.flatMap((type) => (type._tag === "Union" ? type.types : [type]))
  const literals = flat.flatMap((type) => (type._tag === "Literal" ? [type.literal] : []))
  if (literals.length === flat.length && literals.every((value) => typeof value === "string")) {
    return { kind: "text", values: literals.map(String) }
  }
  const [only, ...others] = flat
  if (only?._tag === "Arrays" && others.length === 0) {
    const item = only.rest[0] === undefined ? null : formOf([only.rest[0]])
    return item?.kind === "text"
      ? { kind: "list", values: item.values }
      : { kind: "json", values: [] }
  }
  const kind = kinds[only?._tag ?? ""]
  return { kind: kind === undefined || others.length > 0 ? "json" : kind, values: [] }
}

const kinds: Readonly<Record<string, Field["kind"]>> = {
  String: "text",
  Number: "number",
  Boolean: "boolean",
}
