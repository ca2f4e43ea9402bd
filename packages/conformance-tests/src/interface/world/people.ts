import type { Making } from "./creation.ts"
import { dice } from "./dice.ts"
import type { InviteSpec, PaymentType, RoleSpec, UserSpec } from "./spec.ts"

const firstNames = ["Ada", "Zoë", "Łukasz", "Ngaire", "José", "Wei", "Aroha", "Søren", "Priya", "Ö"]
const lastNames = ["Nguyen", "O'Brien", "van der Berg", "Müller", "Smith-Jones", "Tāne", "李", "Sá"]

const payments: ReadonlyArray<ReadonlyArray<PaymentType>> = [
  ["cards"],
  ["cards", "reimbursements"],
  ["bills", "cards", "reimbursements"],
  ["reimbursements"],
]

/** Users whose keys the checks know, with their roles. */
const named: ReadonlyArray<readonly [key: string, role: RoleSpec]> = [
  ["admin", "admin"],
  ["reader", "reader"],
  ["manager", "manager"],
  ["least", "least"],
]

/** Assistants of each user: an assistant has no assistants. */
const assistants: { readonly [key: string]: ReadonlyArray<string> } = {
  "user-05": ["user-06"],
  "user-07": ["user-08", "user-09", "user-10"],
}

/** Returns the key of the user with this number. */
export const employee = (number: number): string => `user-${String(number).padStart(2, "0")}`

/** Returns the same address in every business: a person may work for two. */
const addressOf = (key: string): string => `${key}@world.example.com`

/** The named users, and `count` employees of whom the last two are deleted. */
export const usersOf = ({ seed, key, mark }: Making, count: number): ReadonlyArray<UserSpec> => {
  const { pick, likely } = dice(seed, key, "users")
  const make = (user: string, role: RoleSpec): UserSpec => {
    const first_name = pick(firstNames)
    return {
      key: user,
      first_name: mark(first_name),
      last_name: mark(pick(lastNames)),
      ...(likely(0.2) ? { display_name: mark(`${first_name} (${user})`) } : {}),
      email: addressOf(user),
      role,
      payment_types: pick(payments),
    }
  }
  return [
    ...named.map(([user, role]) => make(user, role)),
    ...Array.from({ length: count }, (_, index): UserSpec => {
      const user = employee(index + 1)
      const delegates = assistants[user]
      return {
        ...make(user, pick(["manager", "reader", "least", "least"] as const)),
        ...(index >= count - 2 ? { is_deleted: true } : {}),
        ...(delegates === undefined ? {} : { expense_delegate: delegates }),
      }
    }),
  ]
}

/** Two pending invites, one that is an owner and a member already, and two accepted ones. */
export const invitesOf = ({ seed, key, mark }: Making): ReadonlyArray<InviteSpec> => {
  const { pick } = dice(seed, key, "invites")
  const make = (invite: string, role: RoleSpec): InviteSpec => ({
    key: invite,
    email: addressOf(invite),
    role,
    payment_types: pick(payments),
  })
  const accepted = (invite: string, user: string): InviteSpec => ({
    ...make(invite, "least"),
    accepted: { user, first_name: mark(pick(firstNames)), last_name: mark(pick(lastNames)) },
  })
  return [
    make("pending-1", "least"),
    make("pending-2", "manager"),
    make("owner-to-be", "manager"),
    accepted("accepted-1", "joined-1"),
    accepted("accepted-2", "joined-2"),
  ]
}
