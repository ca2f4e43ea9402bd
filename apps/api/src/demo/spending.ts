import type { ResetPeriod } from "@outlay/domain"

/** Property of a budget: member limits, rollover, limited categories or subscription. */
export type Trait = "limits" | "rollover" | "categories" | "subscription"

/** A budget of the demo, and how often it is spent. */
export type BudgetRow = readonly [
  name: string,
  reset_period: ResetPeriod,
  /** Amount in whole units of the business's currency; per member if it has member limits. */
  reset_amount: number,
  /** Traits, separated by spaces. */
  traits: string,
  /** Indexes in `people`. */
  members: ReadonlyArray<number>,
  owners: 1 | 2,
  /** Purchases in an ordinary week. */
  weekly: number,
  /** Purchases on a weekend day relative to a working day. */
  weekend: number,
]

export const budgets: ReadonlyArray<BudgetRow> = [
  ["Travel", "MONTHLY", 4000, "limits", [4, 5, 9, 10, 11, 12], 2, 9, 0.3],
  ["Marketing", "MONTHLY", 15_000, "rollover categories", [6, 13, 14], 1, 5, 0.1],
  ["Office and supplies", "MONTHLY", 6500, "", [7, 15, 16, 17], 1, 9, 0.1],
  ["Software", "MONTHLY", 4500, "subscription", [1, 18], 1, 3, 1],
  ["Cloud hosting", "MONTHLY", 11_000, "subscription", [1, 19], 1, 1.5, 1],
  ["Client entertainment", "QUARTERLY", 4500, "limits", [4, 5, 6, 8], 1, 3, 0.4],
  [
    "Training",
    "JULY_FINANCIAL_YEAR",
    3500,
    "limits rollover",
    [8, 9, 10, 13, 18, 19, 20],
    2,
    1,
    0.1,
  ],
  ["Fleet and fuel", "WEEKLY", 2000, "categories", [7, 21, 22, 23], 1, 9, 0.5],
  ["Team lunches", "FORTNIGHTLY", 1400, "", [4, 6, 7, 11], 1, 4, 0.05],
  ["Events", "ANNUALLY", 30_000, "", [6, 14], 2, 0.7, 0.5],
  ["Warehouse fit-out", "NEVER", 20_000, "", [5, 20, 21], 1, 1.2, 0.1],
  ["Field crew meals", "DAILY", 60, "limits", [21, 22, 23], 1, 8, 0.4],
  ["London desk", "APRIL_FINANCIAL_YEAR", 26_000, "", [8, 16], 1, 2, 0.2],
]

const steady = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
const festive = [0.2, 0.5, 0.8, 0.6, 0.8, 1, 0.7, 0.8, 1, 1.3, 2, 3]

/** Relative spending of a normal budget in each month, January first; 1 is normal. */
export const ordinary = [0.8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.1, 0.9]

/** Relative spending in each month of budgets with their own seasons. */
export const seasons: { readonly [budget: string]: ReadonlyArray<number> } = {
  Travel: [0.4, 1.2, 1.4, 0.8, 1.1, 0.9, 0.7, 1.2, 1.4, 1.3, 1, 0.5],
  Marketing: [0.5, 0.9, 1.1, 1, 1.2, 0.9, 0.8, 1, 1.1, 1.2, 1.5, 0.8],
  Software: steady,
  "Cloud hosting": steady,
  "Client entertainment": festive,
  Training: [0.4, 1.2, 1.3, 1, 1, 1.6, 0.6, 1, 1.1, 1, 0.9, 0.3],
  "Team lunches": [0.6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.2, 1.6],
  Events: festive,
}

/** A merchant. Foreign purchases and some domestic ones have no GST. */
export type MerchantRow = readonly [
  name: string,
  category: string,
  /** Lowest amount in whole units of its currency. */
  least: number,
  most: number,
  currency?: "EUR" | "GBP" | "JPY" | "NZD" | "USD" | "no GST",
]

/** Merchants of each budget. */
export const merchants: { readonly [budget: string]: ReadonlyArray<MerchantRow> } = {
  Travel: [
    ["Southern Cross Airlines", "Travel", 180, 720],
    ["Harbourside Hotel", "Travel", 190, 480],
    ["Blue Gum Motor Inn", "Travel", 120, 210],
    ["City Cabs", "Travel", 14, 95],
    ["Wharf Street Dining", "Meals & Refreshments", 22, 140],
    ["Pacific Air", "Travel", 240, 900, "NZD"],
    ["Hotel Lindengarten", "Travel", 110, 290, "EUR"],
    ["Hudson Plaza Hotel", "Travel", 180, 420, "USD"],
    ["Sakura Rail", "Travel", 2200, 27_000, "JPY"],
  ],
  Marketing: [
    ["Lantern Print House", "Advertising", 90, 1400],
    ["Billabong Media", "Advertising", 300, 2200],
    ["Adreach", "Advertising", 150, 1200, "USD"],
    ["Typeface Studio", "Consulting & Accounting", 200, 900],
  ],
  "Office and supplies": [
    ["Paper & Pin", "Office Expenses", 8, 240],
    ["Bright Spark Electrical", "Office Expenses", 30, 380],
    ["Parcel Post", "Freight & Courier", 9, 85],
    ["Corner Grocer", "Meals & Refreshments", 6, 70, "no GST"],
    ["Desk & Chair Co", "Office Expenses", 120, 690],
  ],
  Software: [
    ["Tasklark", "Software & Subscriptions", 49, 120, "USD"],
    ["Designbench", "Software & Subscriptions", 80, 240, "USD"],
    ["Ledgerline", "Software & Subscriptions", 60, 130],
    ["Mailforge", "Software & Subscriptions", 35, 90, "EUR"],
  ],
  "Cloud hosting": [
    ["Nimbus Compute", "Software & Subscriptions", 400, 1500, "USD"],
    ["Edge Delivery Network", "Software & Subscriptions", 60, 320, "USD"],
  ],
  "Client entertainment": [
    ["The Copper Pot", "Entertainment", 80, 460],
    ["Riverside Theatre", "Entertainment", 90, 380],
    ["Vineyard Lane", "Entertainment", 60, 340],
  ],
  Training: [
    ["Open Skills Institute", "General Expenses", 180, 950, "no GST"],
    ["Conference of Makers", "Travel", 240, 790],
    ["Bookroom", "General Expenses", 22, 140],
  ],
  "Fleet and fuel": [
    ["Outback Fuel", "Motor Vehicle Expenses", 48, 165],
    ["Toll Roads", "Motor Vehicle Expenses", 4, 32],
    ["Ironbark Tyres", "Motor Vehicle Expenses", 140, 620],
  ],
  "Team lunches": [
    ["Noodle Bar Nine", "Meals & Refreshments", 28, 190],
    ["Golden Crust Bakery", "Meals & Refreshments", 14, 85, "no GST"],
    ["Little Lebanon", "Meals & Refreshments", 40, 220],
  ],
  Events: [
    ["Dockside Hall", "Entertainment", 600, 2400],
    ["Silver Spoon Catering", "Meals & Refreshments", 350, 1900],
    ["Stage & Sound Hire", "General Expenses", 180, 950],
  ],
  "Warehouse fit-out": [
    ["Rack & Shelf", "Office Expenses", 180, 1400],
    ["Timber Yard", "General Expenses", 60, 780],
    ["Safe Signs", "General Expenses", 25, 160],
  ],
  "Field crew meals": [
    ["Roadhouse Kitchen", "Meals & Refreshments", 11, 38],
    ["Bakery on Main", "Meals & Refreshments", 6, 19, "no GST"],
  ],
  "London desk": [
    ["Thames Workspace", "Rent", 180, 420, "GBP"],
    ["Underground Travel", "Travel", 6, 40, "GBP"],
    ["Camden Canteen", "Meals & Refreshments", 9, 64, "GBP"],
  ],
}
