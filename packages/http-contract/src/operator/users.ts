import { paymentTypes, User } from "@outlay/domain/fields"
import { UserExists } from "@outlay/domain/rules"
import { Schema } from "effect"
import { bodyOf } from "../shared/body.ts"
import { endpoint, one } from "../shared/endpoint.ts"
import { client_id } from "../shared/path.ts"
import { notFound, problem, unknownReference } from "../shared/problem.ts"
import { Email, text, Uuid, uniqueList } from "../shared/text.ts"
import * as value from "../shared/values.ts"
import { user } from "../users.ts"

export const CreateUser = bodyOf(User, {
  first_name: text(128, "Ann"),
  last_name: text(128, "Lee"),
  display_name: Schema.optionalKey(Schema.NullOr(text(128, "Annie"))),
  email: Email,
  role_id: Uuid,
  payment_types: uniqueList(Schema.Literals(paymentTypes)),
}).annotate({
  identifier: "CreateUser",
  description: "A new employee.",
  examples: [
    {
      first_name: "Ann",
      last_name: "Lee",
      email: "ann@example.com",
      role_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
      payment_types: ["cards"],
    },
  ] as never,
})

export const userExists = problem(UserExists, "The e-mail address is in use", {
  values: { user_id: value.id },
})

export const operatorUsers = {
  create: endpoint({
    operation: "users.create",
    method: "POST",
    path: "/operator/v1/businesses/{client_id}/users",
    access: "operator",
    summary: "Create a user",
    description: "Creates an employee without an invite.",
    params: { client_id },
    body: CreateUser,
    success: one(user, 201),
    problems: [notFound, unknownReference, userExists],
  }),
}
