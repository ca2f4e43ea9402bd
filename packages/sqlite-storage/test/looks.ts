import { type Role, records, type TableName } from "@outlay/domain/fields"
import {
  type Asked,
  accountingCodeContext,
  accountingCodes,
  balances,
  budgetById,
  budgetContext,
  budgetRow,
  budgetRows,
  budgetsByCreated,
  budgetsOfField,
  businessContext,
  categories,
  categoryById,
  categoryContext,
  coveringPolicies,
  customFieldById,
  customFieldContext,
  customFieldsByCreated,
  deliveriesOf,
  digestBusiness,
  endingSessions,
  inviteContext,
  invitesByCreated,
  type Look,
  linkToUse,
  memberById,
  memberContext,
  membershipsOfUser,
  membersOfBudget,
  meOf,
  messageContext,
  notificationContext,
  optionById,
  optionsOfField,
  ownerContext,
  ownersOfBudget,
  pendingReassessment,
  policies,
  policyById,
  policyContext,
  progressContext,
  progressOfBusiness,
  Questions,
  queryContext,
  reportContext,
  resetContext,
  roles,
  runLook,
  sessionContext,
  sessionsOf,
  settledContext,
  shownBusiness,
  signInLinkContext,
  spendersFrom,
  tokenContext,
  tokensByCreated,
  topupContext,
  topupsOfTarget,
  transactionById,
  transactionContext,
  userById,
  userContext,
  userOfSettings,
  userRemovalContext,
  usersByCreated,
  userToSignIn,
  walletContext,
  webhookById,
  webhookContext,
  webhooksByCreated,
} from "@outlay/domain/ports"
import { prepareFor } from "@outlay/sql-storage"
import type { Schema, SchemaAST } from "effect"
import { resources } from "./resources.ts"

/** A value that a field may have, never null, so that dependent questions are also asked. */
const sample = (ast: SchemaAST.AST): unknown => {
  switch (ast._tag) {
    case "String":
      return "2026-01-01T00:00:00.000Z"
    case "Number":
      return 1
    case "Boolean":
      return true
    case "Literal":
      return ast.literal
    case "Arrays":
      return [sample(ast.rest[0] as SchemaAST.AST)]
    case "Objects":
      return Object.fromEntries(
        ast.propertySignatures.map(({ name, type }) => [name, sample(type)]),
      )
    case "Union":
      return sample(ast.types[0] as SchemaAST.AST)
    default:
      throw new TypeError(`No sample of a ${ast._tag}`)
  }
}

const rowOf = (table: TableName): unknown => sample((records[table].record as Schema.Top).ast)

const sampleAnswer = (question: Asked): unknown => {
  if (question.ask === "periods") return []
  prepareFor(question)
  const row = rowOf(question.rows.table)
  if (question.ask === "one") return row
  if (question.ask === "count") return 1
  return question.ask === "all" ? [row] : { count: 1, results: [row] }
}

const target = { client_id: 1, budget_id: "b", budget_member_id: null }
const ofMember = { ...target, budget_member_id: 1 }
const flags = [undefined, false, true]
const request = { offset: 0, limit: 50 }

const key = { client_id: 1, budget_id: "b" }
const field = { client_id: 1, custom_field_id: "f" }
const named = { user_ids: [1], invite_ids: [1], option_ids: ["o"] }
const change = {
  transaction_ids: ["t"],
  external_ids: ["e"],
  user_ids: [1],
  budget_ids: ["b"],
  category_ids: ["c"],
  memberships: [{ budget_id: "b", user_id: 1 }],
  entry_texts: ["x"],
  charges: [],
  moves: false,
}

const happened = {
  requested: ["t"],
  decided: ["u"],
  charged: ["b"],
  closed: [{ budget_id: "b", at: "2026-01-01T00:00:00.000Z" }],
}

/** Every look of rules and lists, in each variant that asks different questions. */
const looks: ReadonlyArray<Look<unknown>> = [
  accountingCodeContext({ code: "c" }),
  accountingCodeContext({ accounting_code_id: "a" }),
  accountingCodes(request),
  balances,
  businessContext,
  shownBusiness,
  ...flags.map((custom) => categories({ custom }, request)),
  categoryContext({ category_id: "c", accounting_code_id: "a" }),
  policyContext({ policy_id: "p", budget_id: "b" }),
  Questions.answerTo(coveringPolicies(null)),
  policyById("p"),
  policies(request),
  roles(request),
  budgetRow(key),
  budgetRows(["b"]),
  resetContext(["b", "c"], 1),
  budgetById(key),
  budgetContext({ ...key, ...named }),
  budgetContext({ ...key, ...named, budget_id: null }),
  budgetsByCreated({}, request, null),
  memberById({ ...key, budget_member_id: 1 }),
  memberContext({ ...key, ...named }),
  memberContext({ ...key, ...named, newcomer: { user_id: 1, invite_id: null } }),
  memberContext({ ...key, ...named, newcomer: { user_id: null, invite_id: 1 } }),
  membersOfBudget(key, {}, request, null),
  membershipsOfUser({ user_id: 1 }, {}, request, null),
  ownerContext({ ...key, ...named }),
  customFieldById(field),
  optionById({ ...field, option_id: "o" }),
  categoryById("c"),
  customFieldContext(field),
  customFieldContext({ ...field, text: "Blue" }),
  customFieldsByCreated(request),
  optionsOfField(field, request),
  budgetsOfField(field, false, request),
  budgetsOfField(field, true, request),
  ownersOfBudget(key, {}, request, null),
  inviteContext({ email: "a@b.example" }),
  inviteContext({ invite_id: 1 }),
  invitesByCreated(request),
  messageContext("m"),
  notificationContext(happened, "2026-01-01"),
  notificationContext({ ...happened, requested: [] }, "2026-01-01"),
  progressOfBusiness,
  progressContext,
  pendingReassessment,
  digestBusiness,
  settledContext,
  spendersFrom(1, 20),
  userOfSettings(1),
  meOf({ client_id: 1, user_id: 1, role: rowOf("roles") as Role }, "2026-01-01"),
  tokenContext({ token_id: "t", role_id: "r", user_id: 1 }),
  tokenContext({ token_id: null, role_id: "r", user_id: 1 }),
  tokensByCreated(request),
  signInLinkContext({ link_id: "l", user_id: 1 }),
  sessionContext({ link_id: "l", user_id: 1 }),
  linkToUse("l"),
  userToSignIn(1),
  sessionsOf({ client_id: 1, user_id: 1, current: "t" }, "2026-01-01T00:00:00.000Z", request),
  endingSessions(1, null),
  endingSessions(1, "t"),
  userContext({ user_id: 1, email: "a@b.example", user_ids: [1] }),
  userRemovalContext({ client_id: 1, user_id: 1, maxRows: 50 }),
  userById(1),
  usersByCreated({}, request),
  usersByCreated({ is_deleted: false }, request),
  webhookContext({ webhook_id: "w", delivery_id: "d" }),
  webhookById("w"),
  webhooksByCreated(request),
  deliveriesOf("w", request),
  topupContext({ ...target, topup_id: null, user_id: 1 }),
  topupContext({ ...ofMember, topup_id: "t", user_id: 1 }),
  topupsOfTarget(target, request, null),
  topupsOfTarget(ofMember, request, null),
  transactionById({ transaction_id: "t" }),
  transactionContext(change),
  queryContext(null),
  queryContext("Project"),
  reportContext(["Project"]),
  walletContext("AUD"),
  ...resources.flatMap((_) => _.looks),
]

/** Prepares the statements of every look. */
export const lookAtEverything = (): void => {
  for (const look of looks) runLook(look, sampleAnswer)
}
