import { rules } from "../reference/rules.ts"
import {
  answering,
  bodyOf,
  isGood,
  type Json,
  list,
  pretending,
  querying,
  records,
  responseBody,
  retargeted,
  targetOf,
} from "./edges.ts"
import type { Mutant } from "./mutant.ts"

const both = ["users", "user"] as const

const shown = (
  name: string,
  breaks: string,
  names: ReadonlyArray<string>,
  change: (user: Json) => Json,
): Mutant => ({
  name,
  breaks,
  names,
  edge: records(both, (record) => ({ ...record, ...change(record) })),
})

const users: ReadonlyArray<Mutant> = [
  shown(
    "display-name-ignored",
    "a display name is not shown",
    ["users.name"],
    ({ first_name, last_name }) => ({ name: `${first_name} ${last_name}` }),
  ),
  shown(
    "assistants-empty-for-null",
    "without the feature `expense_delegate` is an empty array",
    ["users.expense-delegate.without-feature"],
    ({ expense_delegate }) => ({ expense_delegate: expense_delegate ?? [] }),
  ),
  shown(
    "assistants-never",
    "`expense_delegate` is always null",
    ["users.expense-delegate"],
    () => ({ expense_delegate: null }),
  ),
  shown(
    "users-never-deleted",
    "a deleted user is not shown as such",
    ["users.is-deleted", "users.deleted", "users.remove"],
    () => ({ is_deleted: false }),
  ),
  shown(
    "emails-shortened",
    "an e-mail address has no domain",
    ["users.shape", "users.email"],
    ({ email }) => ({
      email: email.split("@")[0],
    }),
  ),
  shown("user-ids-as-text", "a user's id is text", ["users.shape", "users.id"], ({ id }) => ({
    id: String(id),
  })),
  shown(
    "role-in-capitals",
    "a user's role is not the name of a role",
    ["roles.of-users"],
    (user) => ({
      role: user.role.toUpperCase(),
    }),
  ),
  {
    name: "get-another-user",
    breaks: "a single user is the first of the list",
    names: ["users.get", "users.id"],
    edge: answering("GET", ["user"], async (request, next) => {
      const response = await next(request)
      if (!isGood(response)) return response
      const first = retargeted(request, { path: "/users", query: new URLSearchParams("limit=1") })
      const { results } = bodyOf(await next(first))
      return { ...response, body: JSON.stringify(results[0]) }
    }),
  },
  {
    name: "users-of-role-missing",
    breaks: "administrators are not listed",
    names: ["users.every"],
    edge: list(["users"], (body) => {
      const results = body.results.filter((user: Json) => !user.role.startsWith("Admin"))
      return { ...body, count: body.count - (body.results.length - results.length), results }
    }),
  },
]

const changes: ReadonlyArray<Mutant> = [
  {
    name: "patch-clears-assistants",
    breaks: "a PATCH clears the assistants if it omits them",
    names: ["users.update.keeps"],
    rules: () => ({ changed: (_, named) => ({ assistants: [], ...named }) }),
  },
  {
    name: "patch-resets-role",
    breaks: "a PATCH without a role sets one",
    names: ["users.update.keeps"],
    rules: () => {
      const others = new Set<Parameters<typeof rules.changed>[0]["role"]>()
      return {
        assistants: (business, user) => {
          for (const role of business.roles) others.add(role)
          return rules.assistants(business, user)
        },
        changed: (user, named) => {
          const other = [...others].find(({ name }) => name !== user.role.name)
          return { ...(other === undefined ? {} : { role: other }), ...named }
        },
      }
    },
  },
  {
    name: "patch-role-ignored",
    breaks: "a PATCH does not change the role",
    names: ["users.update.role"],
    rules: () => ({ changed: (_, { role: __, ...named }) => named }),
  },
  {
    name: "patch-assistants-ignored",
    breaks: "a PATCH does not change the assistants",
    names: ["users.update.delegation"],
    rules: () => ({ changed: (_, { assistants: __, ...named }) => named }),
  },
  {
    name: "patch-answers-old",
    breaks: "a PATCH returns the user before the change",
    names: ["users.update.answer"],
    edge: answering("PATCH", ["user"], async (request, next) => {
      const before = await next({ ...request, method: "GET", body: Buffer.from("") })
      const response = await next(request)
      return isGood(response) ? { ...response, body: before.body } : response
    }),
  },
  {
    name: "delete-does-nothing",
    breaks: "the deletion of a user reports success without deleting",
    names: ["users.remove"],
    edge: pretending("DELETE", ["user"]),
  },
  {
    name: "delete-takes-two",
    breaks: "the deletion of a user deletes another one too",
    names: ["users.remove.only"],
    edge: answering("DELETE", ["user"], async (request, next) => {
      const response = await next(request)
      if (!isGood(response)) return response
      const { path } = targetOf(request)
      const { results } = bodyOf(
        await next({ ...retargeted(request, { path: "/users" }), method: "GET" }),
      )
      for (const { id, is_deleted } of results) {
        const other = `/users/${id}`
        if (is_deleted || other === path) continue
        if (isGood(await next(retargeted(request, { path: other })))) break
      }
      return response
    }),
  },
]

const roles: ReadonlyArray<Mutant> = [
  {
    name: "roles-without-permissions",
    breaks: "roles do not show their permissions",
    names: ["roles.shape", "roles.list"],
    edge: records(["roles"], ({ permissions: _, ...role }) => role),
  },
  {
    name: "permissions-as-text",
    breaks: "a permission is text such as users:read",
    names: ["roles.permission-shape"],
    edge: records(["roles"], (role) => ({
      ...role,
      permissions: role.permissions.map((one: Json) => `${one.resource}:${one.action}`),
    })),
  },
  {
    name: "role-missing",
    breaks: "a role that users have is not listed",
    names: ["roles.list", "roles.of-users"],
    edge: list(["roles"], (body) => ({
      ...body,
      count: body.count - 1,
      results: body.results.slice(1),
    })),
  },
]

const invites: ReadonlyArray<Mutant> = [
  {
    name: "invite-without-payment-types",
    breaks: "an invite without payment types is created",
    names: ["invites.payment-types-minimum", "invites.no-payment-types"],
    rules: () => ({ fewestPaymentTypes: () => 0 }),
  },
  {
    name: "invite-with-foreign-role",
    breaks: "an invite with a role of another business is created",
    names: ["invites.foreign-role", "invites.request.role", "tenancy.foreign-reference"],
    rules: () => ({
      roleOf: (business, id) =>
        rules.roleOf(business, id) ?? (typeof id === "string" ? business.roles[0] : undefined),
    }),
  },
  {
    name: "accepted-still-pending",
    breaks: "an accepted invite is listed as pending",
    names: ["invites.states", "invites.stays", "invites.accepted", "invites.used"],
    rules: () => ({
      invited: ({ invites }) => invites.map((invite) => ({ ...invite, used: false })),
    }),
  },
  {
    name: "pending-shown-used",
    breaks: "a pending invite is shown as accepted",
    names: ["invites.used", "invites.states", "invites.list"],
    edge: records(["invites"], (invite) => ({ ...invite, used: true })),
  },
  {
    name: "cancel-does-nothing",
    breaks: "a cancelled invite stays pending",
    names: ["invites.cancel"],
    edge: pretending("DELETE", ["invite"]),
  },
  {
    name: "invitee-never-appears",
    breaks: "a person who accepted an invite is not among the users",
    names: ["invites.accepted", "invites.exists-until", "users.every"],
    edge: list(["users"], (body) => {
      const results = body.results.filter((user: Json) => !user.email.includes("@invited."))
      return { ...body, count: body.count - (body.results.length - results.length), results }
    }),
  },
  {
    name: "invite-payment-types-all",
    breaks: "an invite always has every payment type",
    names: ["invites.payment-types", "invites.create"],
    edge: records(["invites"], (invite) => ({
      ...invite,
      payment_types: ["bills", "cards", "reimbursements"],
    })),
  },
  {
    name: "invite-made-twice",
    breaks: "an invite is listed twice",
    names: ["invites.create", "invites.list"],
    edge: list(["invites"], (body) => ({
      ...body,
      count: body.count * 2,
      results: [...body.results, ...body.results],
    })),
  },
]

const memberships: ReadonlyArray<Mutant> = [
  {
    name: "memberships-of-everyone",
    breaks: "the memberships of a user are those of another",
    names: ["budget-members.by-user.list", "budget-members.by-user.spent"],
    edge: answering("GET", ["byUser"], async (request, next) => {
      const response = await next(request)
      if (!isGood(response)) return response
      const every = retargeted(request, { path: "/users", query: new URLSearchParams("limit=1") })
      const { results } = bodyOf(await next(every))
      const path = `/users/${results[0].id}/budget-members`
      return next(retargeted(request, { path }))
    }),
  },
  {
    name: "memberships-spent-by-all",
    breaks: "a member's spent amount is that of the budget",
    names: ["budget-members.by-user.spent"],
    rules: () => ({
      memberFunds: (budget, member) => ({
        ...rules.memberFunds(budget, member),
        spent: budget.funds.spent,
      }),
    }),
  },
  {
    name: "memberships-of-type-budget",
    breaks: "the list by user shows every subscription as a budget",
    names: ["budget-members.by-user.budget"],
    edge: records(["byUser"], (member) => ({
      ...member,
      budget: { ...member.budget, budget_type: "BUDGET" },
    })),
  },
  {
    name: "members-first-only",
    breaks: "a budget lists its first member only",
    names: ["budget-members.list", "budget-members.many"],
    edge: responseBody("GET", ["members"], (body) => ({
      ...body,
      count: Math.min(body.count, 1),
      results: body.results.slice(0, 1),
    })),
  },
  {
    name: "memberships-first-page",
    breaks: "the memberships of a user have only one page",
    names: ["budget-members.by-user.list", "lists.results", "lists.next", "lists.count"],
    edge: querying(["byUser"], (query) => {
      if (Number(query.get("offset") ?? 0) > 0) query.set("offset", "100000")
    }),
  },
]

export const people = [...users, ...changes, ...roles, ...invites, ...memberships]
