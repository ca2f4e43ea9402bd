import { InviteRecord, UserRecord } from "@outlay/domain/fields"
import { Schema } from "effect"
import { bodyOf } from "./body.ts"
import { says } from "./code.ts"
import { IntegerId, IntegerOrDigits } from "./text.ts"

/** A user, or an invite by "the integer, or the same digits as a string". */
export const personFields = {
  user: Schema.optionalKey(
    bodyOf(UserRecord, { id: IntegerId }).annotate({
      identifier: "UserReference",
      description: "A user of the business.",
      examples: [{ id: 12 }],
    }),
  ),
  invite: Schema.optionalKey(
    bodyOf(InviteRecord, { id: IntegerOrDigits }).annotate({
      identifier: "InviteReference",
      description: "A pending invite of the business.",
      examples: [{ id: 31 }],
    }),
  ),
}

const has = (name: string, schema: string) => ({
  properties: { [name]: { $ref: `#/components/schemas/${schema}` } },
  required: [name],
})

/** "`{user:{id}}` or `{invite:{id}}`, exactly one", with further fields. */
export const exactlyOnePerson = <F extends typeof personFields>(fields: F) =>
  Schema.Struct(fields).check(
    Schema.makeFilter(
      (person: { readonly user?: unknown; readonly invite?: unknown }) =>
        (person.user === undefined) !== (person.invite === undefined),
      {
        ...says("not_one_of", "Give exactly one: a user or an invite."),
        // Client generators would turn a `oneOf` of two names into a union without any field.
        toJsonSchema: () => ({
          if: has("user", "UserReference"),
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
          then: { not: has("invite", "InviteReference") },
          else: has("invite", "InviteReference"),
        }),
      },
    ) as never,
  )
