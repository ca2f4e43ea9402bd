import { equal } from "node:assert/strict"
import { type Records, records, type TableName } from "@outlay/domain/fields"
import {
  changed,
  created,
  type Decision,
  nothing,
  Questions,
  removed,
  type Store,
  type Write,
} from "@outlay/domain/ports"
import { Effect, Result, type Schema, type SchemaAST } from "effect"
import { change, read } from "./access.ts"
import { deepEqual } from "./assert.ts"
import { booksSuites } from "./books.ts"
import { budgetMemberSuites } from "./budget-members.ts"
import { budgetOwnerSuites } from "./budget-owners.ts"
import { budgetPeriodStoreSuites } from "./budget-periods.ts"
import { budgetSuites } from "./budgets.ts"
import { businessSuites } from "./businesses.ts"
import { check, type Ground, type StorageSuite, type Suites } from "./cases.ts"
import { customFieldSuites } from "./custom-fields.ts"
import { exportSuites } from "./exports.ts"
import { acme, at, ground, other, plant, type Tenant } from "./given.ts"
import { inviteSuites } from "./invites.ts"
import { messageStoreSuites } from "./messages.ts"
import { movementSuites } from "./movements.ts"
import { notificationStoreSuites } from "./notifications.ts"
import { pageCases } from "./paging.ts"
import { reassessmentStoreSuites } from "./reassessments.ts"
import { signInStoreSuites } from "./sign-in-links.ts"
import { tokenStoreSuites } from "./tokens.ts"
import { topupSuites } from "./topups.ts"
import { transactionStoreSuites } from "./transactions.ts"
import { userSuites } from "./users.ts"
import { walletSuites } from "./wallets.ts"
import { webhookStoreSuites } from "./webhooks.ts"

/**
 * The suites of records whose rows refer to others or have no id: they write the rows that they
 * need.
 */
const elsewhere: { readonly [T in TableName]?: ReadonlyArray<{ readonly name: string }> } = {
  books: booksSuites,
  budget_alerts: notificationStoreSuites,
  budget_members: budgetMemberSuites,
  budget_owners: budgetOwnerSuites,
  budget_periods: budgetPeriodStoreSuites,
  budgets: budgetSuites,
  businesses: businessSuites,
  custom_field_budgets: customFieldSuites,
  export_parts: exportSuites,
  exported_movements: exportSuites,
  custom_field_options: customFieldSuites,
  invites: inviteSuites,
  messages: messageStoreSuites,
  movements: movementSuites,
  notification_progress: notificationStoreSuites,
  reassessments: reassessmentStoreSuites,
  sign_in_links: signInStoreSuites,
  tokens: tokenStoreSuites,
  topups: topupSuites,
  transactions: transactionStoreSuites,
  users: userSuites,
  wallets: walletSuites,
  webhook_deliveries: webhookStoreSuites,
}

/** The tables that the suites below cover, including those of new records. */
const covered = (Object.keys(records) as ReadonlyArray<TableName>).filter(
  (table) => elsewhere[table] === undefined,
)

/** Returns a value of a field for row `n`: references to other records are null. */
const valueOf = (ast: SchemaAST.AST, name: string, n: number): unknown => {
  switch (ast._tag) {
    case "String":
      return `${name} ${n}`
    case "Number":
      return n
    case "Boolean":
      return n % 2 === 0
    case "Literal":
      return ast.literal
    case "Arrays":
      return [valueOf(ast.rest[0] as SchemaAST.AST, name, n)]
    case "Objects":
      return Object.fromEntries(
        ast.propertySignatures.map((field) => [
          field.name,
          valueOf(field.type, String(field.name), n),
        ]),
      )
    case "Union": {
      const members = ast.types.filter(({ _tag }) => _tag !== "Null")
      if (members.length < ast.types.length && name.endsWith("_id")) return null
      return valueOf(members[n % members.length] as SchemaAST.AST, name, n)
    }
    default:
      throw new TypeError(`No value of a ${ast._tag} for ${name}`)
  }
}

/** Returns row `n` of a table of one business, derived from the description of the record. */
const rowOf = <T extends TableName>(table: T, of: Tenant, n: number, order = 0): Records[T] => {
  const { ast } = records[table].record as Schema.Top
  const own = { client_id: of.client_id, id: of.uuid(n), created: at(order), updated: at(order) }
  const values = valueOf(ast, table, n) as object
  const fields = Object.entries(own).filter(([name]) => name in values)
  return { ...values, ...Object.fromEntries(fields) } as unknown as Records[T]
}

const readRow = <T extends TableName>(table: T, of: Tenant, n: number) =>
  read(of, Questions.answerTo(Questions.one(table as "roles", { id: of.uuid(n) })))

const write = (of: Tenant, writes: ReadonlyArray<Write>) =>
  change(of, Questions.answerTo(Questions.known(null)), () =>
    Result.succeed({ ...nothing(undefined), writes } satisfies Decision<undefined>),
  )

/** Roles are part of the ground, with the numbers 1 and 2. */
const standing = ground(acme)

const suiteOf = (table: TableName): StorageSuite<Store | Ground> => ({
  name: `Store: ${table}`,
  cases: [
    check("a row is returned unchanged until it is changed or removed", () =>
      Effect.gen(function* () {
        yield* plant(acme, standing)
        yield* plant(other, ground(other))
        const before = rowOf(table, acme, 11)
        const stays = rowOf(table, acme, 12)
        const foreign = rowOf(table, other, 11)
        yield* write(acme, [created(table, before), created(table, stays)])
        yield* write(other, [created(table, foreign)])
        deepEqual(yield* readRow(table, acme, 11), before)
        const after = { ...rowOf(table, acme, 13), id: acme.uuid(11) } as typeof before
        yield* write(acme, [changed(table, before, after)])
        deepEqual(yield* readRow(table, acme, 11), after)
        yield* write(acme, [removed(table, after)])
        equal(yield* readRow(table, acme, 11), null)
        deepEqual(yield* readRow(table, acme, 12), stays)
        deepEqual(yield* readRow(table, other, 11), foreign)
      }),
    ),

    ...(table === "roles"
      ? []
      : pageCases<Store>({
          row: (n, order) => created(table, rowOf(table, acme, n, order)),
          page: (page) =>
            read(
              acme,
              Questions.answerTo(
                Questions.pageOf(table as "roles", {}, [["created", "ascending"]], page),
              ),
            ),
          idOf: acme.uuid,
        })),
  ],
})

/** Guarantees of a `Store` for each record, derived from the description of the record. */
export const recordSuites: Suites<Store> = covered.map(suiteOf)
