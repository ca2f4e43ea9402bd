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

/** "`{user:{id}}` or `{invite:{id}}`, exactly one", with further fields. */
export const exactlyOnePerson = <F extends typeof personFields>(fields: F) =>
  Schema.Struct(fields).check(
    Schema.makeFilter(
      (person: { readonly user?: unknown; readonly invite?: unknown }) =>
        (person.user === undefined) !== (person.invite === undefined),
      {
        ...says("not_one_of", "Give exactly one: a user or an invite."),
        toJsonSchema: () => ({ oneOf: [{ required: ["user"] }, { required: ["invite"] }] }),
      },
    ) as never,
  )
