import { requirementsOf } from "../requirement.ts"
import { fieldsOf } from "./fields.ts"
import { derived, stated } from "./row.ts"

const section = "User"
const delegates =
  "User ids of this user's expense assistants (who may act on the user's expenses); null when the business lacks the expense assistant feature."

const fields = fieldsOf(
  "users",
  section,
  "Every user is listed and compared with who works for the business.",
  [
    ["| id | integer | |", "The integer under which the user is read; unique."],
    ["| first_name | string | |", "The first name, letter by letter.", "derived"],
    ["| last_name | string | |", "The last name, letter by letter.", "derived"],
    [
      "| name | string | Full name, or the display name when the user has set one. |",
      "The display name where there is one, else a name with the first and the last name in it.",
    ],
    ["| email | string (email) | |", "The user's address, in any case of letters.", "derived"],
    ["| role | string | Role name. |", "The name of the role, the same for the same role."],
    ["| role_id | string (uuid) | |", "The role that the user was given.", "derived"],
    ["| is_deleted | boolean | |", "True for deleted users only, where they are shown.", "derived"],
    ["| created | string date-time | |", "An instant, not in the target's future.", "derived"],
    ["| updated | string date-time | |", "An instant, not before `created`.", "derived"],
  ],
)

export const users = requirementsOf("users", [
  stated("users.every", "What the service does", {
    sentence: "read users, roles and pending invites, and create and cancel invites;",
    sent: "The users of a business are listed, page by page.",
    accepted: "Every user of the business, once, and no one else; deleted ones may be left out.",
  }),
  stated("users.list", "Endpoints", {
    sentence:
      "| 1 | GET | /v1/businesses/{client_id}/users | offset, limit | none | envelope, results are User |",
    sent: "Operation 1.",
    accepted: "200.",
  }),
  derived("users.shape", section, {
    sentence: "| id | integer | |",
    sent: "Every response that shows users.",
    accepted: "Every field of the table, of its type, on every record.",
  }),
  ...fields,
  stated("users.expense-delegate", section, {
    sentence: delegates,
    sent: "Users with and without assistants are read, in a business that has the feature.",
    accepted: "An array of the ids of the assistants, in any order; empty where there are none.",
  }),
  stated("users.expense-delegate.without-feature", section, {
    sentence: "null when the business lacks the expense assistant feature.",
    sent: "Users are read in a business without the feature.",
    accepted: "Null.",
  }),
  stated("users.get", "Endpoints", {
    sentence: "| 2 | GET | /v1/businesses/{client_id}/users/{user_id} | none | none | User |",
    sent: "Users are listed, and each is read by its id.",
    accepted: "200, and the same record as in the list.",
  }),
  stated("users.deleted", "States and transitions", {
    sentence: "| Budget, budget member, user | is_deleted | `false`, `true` |",
    sent: "A deleted user is read by its id.",
    accepted: "A record that says `is_deleted`, or 404.",
  }),
])
