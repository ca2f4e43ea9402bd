/** Real purchases, which are not part of the project, and the command that imports them. */
import { existsSync } from "node:fs"
import { join } from "node:path"

// biome-ignore lint/suspicious/noUndeclaredEnvVars: no task of the build reads it
const folder = process.env["OUTLAY_REAL_DATA"] ?? join(import.meta.dirname, "../../shared/data")

/** File of the purchases that a council paid by card. */
export const realPurchases = join(folder, "purchase-cards.csv.gz")

/** Number of purchases in the file. */
export const realRows = 54_237

/** Printed by what needs the file, if it is not there; otherwise null. */
export const leftOut = existsSync(realPurchases)
  ? null
  : "left out: there is no file in OUTLAY_REAL_DATA"

/** Returns arguments that import every purchase, with its user, budget, category and field. */
export const realImport = (client_id: string): ReadonlyArray<string> => [
  ...["import", realPurchases, "--business", client_id, "--gst", "vat:VR=1/6"],
  ...["--map", "amount=-amount,auth_date=date,merchant_name=merchant"],
  ...["--map", "currency=original_currency,fx_amount=-original_amount"],
  ...["--map", "budget=directorate,user=card_last4"],
  ...["--map", "category=account_name,accounting_code=account_code"],
  ...["--map", "custom:Cost centre=cost_centre_name"],
  ...["--create", "budgets,users,categories,fields"],
  ...["--user-name", "Card {}", "--email-domain", "cards.example.com"],
]
