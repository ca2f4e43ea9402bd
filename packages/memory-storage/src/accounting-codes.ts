import {
  type AccountingCode,
  type AccountingCodeChange,
  type AccountingCodeContext,
  AccountingCodeStore,
} from "@outlay/domain"
import { Effect, Layer } from "effect"
import { rolesOf } from "./businesses.ts"
import { businessOf } from "./shared/business.ts"
import { byCreated, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"
import type { Tables } from "./shared/tables.ts"

const find = (
  { accounting_codes }: Tables,
  change: AccountingCodeChange,
): AccountingCode | null => {
  const { client_id } = change
  return "code" in change
    ? (accounting_codes.ofBusiness(client_id).find((_) => _.code === change.code) ?? null)
    : accounting_codes.find(client_id, change.accounting_code_id)
}

const load = (tables: Tables, change: AccountingCodeChange): AccountingCodeContext => {
  const { client_id } = change
  const accounting_code = find(tables, change)
  return {
    business: businessOf(tables, client_id),
    roles: rolesOf(tables, client_id),
    accounting_code,
    categories: tables.categories
      .ofBusiness(client_id)
      .filter((_) => !_.is_deleted && _.accounting_code_id === accounting_code?.id)
      .toSorted(byCreated),
  }
}

export const accountingCodeStore = Layer.effect(
  AccountingCodeStore,
  Effect.map(Memory, ({ tables, change }) =>
    AccountingCodeStore.of({
      page: (client_id, page) =>
        Effect.sync(() =>
          pageOf(
            tables.accounting_codes.ofBusiness(client_id).filter((_) => !_.is_deleted),
            byCreated,
            page,
            (_) => _,
          ),
        ),
      change: (key, decide) => change(key.client_id, () => load(tables, key), decide),
    }),
  ),
)
