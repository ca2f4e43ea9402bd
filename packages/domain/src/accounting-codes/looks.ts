import { byCreated, present, rolesOfBusiness } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { all, answerTo, known, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { AccountingCode, AccountingCodeKey } from "../core/records/accounting-codes.ts"
import type { Category } from "../core/records/categories.ts"
import type { AccountingCodeContext } from "./rules.ts"

/** Selector of the code that changes, by its `code` or its id. */
export type AccountingCodeChange =
  | Pick<AccountingCodeKey, "accounting_code_id">
  | { readonly code: string }

const unmapped: ReadonlyArray<Category> = []

/** Loads the context of a decision about an accounting code. */
export const accountingCodeContext = (change: AccountingCodeChange): Look<AccountingCodeContext> =>
  look(
    {
      business: one("businesses"),
      books: one("books"),
      roles: rolesOfBusiness,
      accounting_code: one(
        "accounting_codes",
        "code" in change ? { code: change.code } : { id: change.accounting_code_id },
      ),
    },
    ({ business, books, roles, accounting_code }) =>
      look(
        {
          categories:
            accounting_code === null
              ? known(unmapped)
              : all(
                  "categories",
                  { accounting_code_id: accounting_code.id, is_deleted: false },
                  byCreated,
                ),
        },
        ({ categories }) =>
          seen({ business: present(business), books, roles, accounting_code, categories }),
      ),
  )

/** Returns the accounting codes that are not deleted, by `created` ascending, ties by id. */
export const accountingCodes = (request: PageRequest): Look<Page<AccountingCode>> =>
  answerTo(pageOf("accounting_codes", { is_deleted: false }, byCreated, request))
