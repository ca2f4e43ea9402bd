import { Layer } from "effect"
import { AccountingCodeStore } from "./accounting-codes/store.ts"
import { BalanceStore } from "./balances/store.ts"
import { BudgetMemberStore } from "./budget-members/store.ts"
import { BudgetOwnerStore } from "./budget-owners/store.ts"
import { BudgetStore } from "./budgets/store.ts"
import { BusinessStore } from "./businesses/store.ts"
import { CategoryStore } from "./categories/store.ts"
import { CustomFieldStore } from "./custom-fields/store.ts"
import { InviteStore } from "./invites/store.ts"
import { MeStore } from "./me/store.ts"
import { PolicyStore } from "./policies/store.ts"
import { ReceiptStore } from "./receipts/store.ts"
import { RoleStore } from "./roles/store.ts"
import { TaxRateStore } from "./tax-rates/store.ts"
import { TopupStore } from "./topups/store.ts"
import { TransactionStore } from "./transactions/store.ts"
import { UserStore } from "./users/store.ts"
import { WalletStore } from "./wallets/store.ts"

/**
 * The ports that the domain builds over a storage's `Store`. Businesses need its list of them, too,
 * transactions what is shown of them, and custom fields whether they have values.
 */
export const storeLayers = Layer.mergeAll(
  AccountingCodeStore.layer,
  BalanceStore.layer,
  BudgetMemberStore.layer,
  BudgetOwnerStore.layer,
  BudgetStore.layer,
  BusinessStore.layer,
  CategoryStore.layer,
  CustomFieldStore.layer,
  InviteStore.layer,
  MeStore.layer,
  PolicyStore.layer,
  ReceiptStore.layer,
  RoleStore.layer,
  TaxRateStore.layer,
  TopupStore.layer,
  TransactionStore.layer,
  UserStore.layer,
  WalletStore.layer,
)
