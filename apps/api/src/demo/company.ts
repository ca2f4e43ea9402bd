import type { BudgetType, PaymentType, ResetPeriod } from "@outlay/domain"

/** The people of the demonstration, all of them made up: first name, last name, role. */
export const people: ReadonlyArray<readonly [string, string, string]> = [
  ["Amelia", "Hart", "Admin"],
  ["Noah", "Brennan", "Admin"],
  ["Priya", "Raman", "Accountant"],
  ["Oliver", "Stanton", "Accountant"],
  ["Charlotte", "Nguyen", "Manager"],
  ["Liam", "O'Dowd", "Manager"],
  ["Isla", "Kowalski", "Manager"],
  ["Jack", "Tremblay", "Manager"],
  ["Mia", "Fernando", "Manager"],
  ["Henry", "Lindqvist", "Team Member"],
  ["Grace", "Okafor", "Team Member"],
  ["Leo", "Marchetti", "Team Member"],
  ["Ruby", "Sandhu", "Team Member"],
  ["Thomas", "Eriksen", "Team Member"],
  ["Zoe", "Papadakis", "Team Member"],
  ["Ethan", "Whitlam", "Team Member"],
  ["Sophie", "Delacroix", "Team Member"],
  ["Lucas", "Tanaka", "Team Member"],
  ["Harriet", "Quinn", "Team Member"],
  ["Daniel", "Abbasi", "Team Member"],
  ["Matilda", "Ferreira", "Team Member"],
  ["Samuel", "Ioane", "Team Member"],
  ["Evie", "Castellano", "Team Member"],
  ["Marcus", "Bellweather", "Team Member"],
]

export const paymentTypesOf = (role: string): ReadonlyArray<PaymentType> =>
  role === "Team Member" ? ["cards", "reimbursements"] : ["bills", "cards", "reimbursements"]

/** Somewhere to spend money: amounts in whole units of its currency. */
export interface Merchant {
  readonly name: string
  readonly category: string
  readonly least: number
  readonly most: number
  /** AUD when absent; abroad there is no GST. */
  readonly currency?: string
  readonly gst?: false
}

const at = (
  name: string,
  category: string,
  least: number,
  most: number,
  more: Pick<Merchant, "currency" | "gst"> = {},
): Merchant => ({ name, category, least, most, ...more })

/** A budget and how its money is spent. */
export interface Line {
  readonly name: string
  readonly budget_type: BudgetType
  readonly reset_period: ResetPeriod
  /** In whole units of the business's currency: of the budget, or with limits of each member. */
  readonly reset_amount: number
  readonly has_member_limits: boolean
  readonly rollover_funds: boolean
  readonly limit_categories: boolean
  /** Places in `people`; the first owns the budget, with the second where `owners` is 2. */
  readonly members: ReadonlyArray<number>
  readonly owners: 1 | 2
  /** Purchases in an ordinary week. */
  readonly weekly: number
  /** A weekend day compared with a working day. */
  readonly weekend: number
  /** How busy each month is, January first; 1 is ordinary. */
  readonly seasons: ReadonlyArray<number>
  readonly merchants: ReadonlyArray<Merchant>
}

const even = [0.8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.1, 0.9]
const travelling = [0.4, 1.2, 1.4, 0.8, 1.1, 0.9, 0.7, 1.2, 1.4, 1.3, 1, 0.5]
const festive = [0.2, 0.5, 0.8, 0.6, 0.8, 1, 0.7, 0.8, 1, 1.3, 2, 3]

const pooled = { has_member_limits: false, rollover_funds: false, limit_categories: false }
const limited = { ...pooled, has_member_limits: true }

export const lines: ReadonlyArray<Line> = [
  {
    ...limited,
    name: "Travel",
    budget_type: "BUDGET",
    reset_period: "MONTHLY",
    reset_amount: 4000,
    members: [4, 5, 9, 10, 11, 12],
    owners: 2,
    weekly: 9,
    weekend: 0.3,
    seasons: travelling,
    merchants: [
      at("Southern Cross Airlines", "Travel", 180, 720),
      at("Harbourside Hotel", "Travel", 190, 480),
      at("Blue Gum Motor Inn", "Travel", 120, 210),
      at("City Cabs", "Travel", 14, 95),
      at("Wharf Street Dining", "Meals & Refreshments", 22, 140),
      at("Pacific Air", "Travel", 240, 900, { currency: "NZD" }),
      at("Hotel Lindengarten", "Travel", 110, 290, { currency: "EUR" }),
      at("Hudson Plaza Hotel", "Travel", 180, 420, { currency: "USD" }),
      at("Sakura Rail", "Travel", 2200, 27_000, { currency: "JPY" }),
    ],
  },
  {
    ...pooled,
    name: "Marketing",
    budget_type: "BUDGET",
    reset_period: "MONTHLY",
    reset_amount: 15_000,
    rollover_funds: true,
    limit_categories: true,
    members: [6, 13, 14],
    owners: 1,
    weekly: 5,
    weekend: 0.1,
    seasons: [0.5, 0.9, 1.1, 1, 1.2, 0.9, 0.8, 1, 1.1, 1.2, 1.5, 0.8],
    merchants: [
      at("Lantern Print House", "Advertising", 90, 1400),
      at("Billabong Media", "Advertising", 300, 2200),
      at("Adreach", "Advertising", 150, 1200, { currency: "USD" }),
      at("Typeface Studio", "Consulting & Accounting", 200, 900),
    ],
  },
  {
    ...pooled,
    name: "Office and supplies",
    budget_type: "BUDGET",
    reset_period: "MONTHLY",
    reset_amount: 6500,
    members: [7, 15, 16, 17],
    owners: 1,
    weekly: 9,
    weekend: 0.1,
    seasons: even,
    merchants: [
      at("Paper & Pin", "Office Expenses", 8, 240),
      at("Bright Spark Electrical", "Office Expenses", 30, 380),
      at("Parcel Post", "Freight & Courier", 9, 85),
      at("Corner Grocer", "Meals & Refreshments", 6, 70, { gst: false }),
      at("Desk & Chair Co", "Office Expenses", 120, 690),
    ],
  },
  {
    ...pooled,
    name: "Software",
    budget_type: "SUBSCRIPTION",
    reset_period: "MONTHLY",
    reset_amount: 4500,
    members: [1, 18],
    owners: 1,
    weekly: 3,
    weekend: 1,
    seasons: even.map(() => 1),
    merchants: [
      at("Tasklark", "Software & Subscriptions", 49, 120, { currency: "USD" }),
      at("Designbench", "Software & Subscriptions", 80, 240, { currency: "USD" }),
      at("Ledgerline", "Software & Subscriptions", 60, 130),
      at("Mailforge", "Software & Subscriptions", 35, 90, { currency: "EUR" }),
    ],
  },
  {
    ...pooled,
    name: "Cloud hosting",
    budget_type: "SUBSCRIPTION",
    reset_period: "MONTHLY",
    reset_amount: 11_000,
    members: [1, 19],
    owners: 1,
    weekly: 1.5,
    weekend: 1,
    seasons: even.map(() => 1),
    merchants: [
      at("Nimbus Compute", "Software & Subscriptions", 400, 1500, { currency: "USD" }),
      at("Edge Delivery Network", "Software & Subscriptions", 60, 320, { currency: "USD" }),
    ],
  },
  {
    ...limited,
    name: "Client entertainment",
    budget_type: "BUDGET",
    reset_period: "QUARTERLY",
    reset_amount: 4500,
    members: [4, 5, 6, 8],
    owners: 1,
    weekly: 3,
    weekend: 0.4,
    seasons: festive,
    merchants: [
      at("The Copper Pot", "Entertainment", 80, 460),
      at("Riverside Theatre", "Entertainment", 90, 380),
      at("Vineyard Lane", "Entertainment", 60, 340),
    ],
  },
  {
    ...limited,
    name: "Training",
    budget_type: "BUDGET",
    reset_period: "JULY_FINANCIAL_YEAR",
    reset_amount: 3500,
    rollover_funds: true,
    members: [8, 9, 10, 13, 18, 19, 20],
    owners: 2,
    weekly: 1,
    weekend: 0.1,
    seasons: [0.4, 1.2, 1.3, 1, 1, 1.6, 0.6, 1, 1.1, 1, 0.9, 0.3],
    merchants: [
      at("Open Skills Institute", "General Expenses", 180, 950, { gst: false }),
      at("Conference of Makers", "Travel", 240, 790),
      at("Bookroom", "General Expenses", 22, 140),
    ],
  },
  {
    ...pooled,
    name: "Fleet and fuel",
    budget_type: "BUDGET",
    reset_period: "WEEKLY",
    reset_amount: 2000,
    limit_categories: true,
    members: [7, 21, 22, 23],
    owners: 1,
    weekly: 9,
    weekend: 0.5,
    seasons: even,
    merchants: [
      at("Outback Fuel", "Motor Vehicle Expenses", 48, 165),
      at("Toll Roads", "Motor Vehicle Expenses", 4, 32),
      at("Ironbark Tyres", "Motor Vehicle Expenses", 140, 620),
    ],
  },
  {
    ...pooled,
    name: "Team lunches",
    budget_type: "BUDGET",
    reset_period: "FORTNIGHTLY",
    reset_amount: 1400,
    members: [4, 6, 7, 11],
    owners: 1,
    weekly: 4,
    weekend: 0.05,
    seasons: [0.6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.2, 1.6],
    merchants: [
      at("Noodle Bar Nine", "Meals & Refreshments", 28, 190),
      at("Golden Crust Bakery", "Meals & Refreshments", 14, 85, { gst: false }),
      at("Little Lebanon", "Meals & Refreshments", 40, 220),
    ],
  },
  {
    ...pooled,
    name: "Events",
    budget_type: "BUDGET",
    reset_period: "ANNUALLY",
    reset_amount: 30_000,
    members: [6, 14],
    owners: 2,
    weekly: 0.7,
    weekend: 0.5,
    seasons: festive,
    merchants: [
      at("Dockside Hall", "Entertainment", 600, 2400),
      at("Silver Spoon Catering", "Meals & Refreshments", 350, 1900),
      at("Stage & Sound Hire", "General Expenses", 180, 950),
    ],
  },
  {
    ...pooled,
    name: "Warehouse fit-out",
    budget_type: "BUDGET",
    reset_period: "NEVER",
    reset_amount: 20_000,
    members: [5, 20, 21],
    owners: 1,
    weekly: 1.2,
    weekend: 0.1,
    seasons: even,
    merchants: [
      at("Rack & Shelf", "Office Expenses", 180, 1400),
      at("Timber Yard", "General Expenses", 60, 780),
      at("Safe Signs", "General Expenses", 25, 160),
    ],
  },
  {
    ...limited,
    name: "Field crew meals",
    budget_type: "BUDGET",
    reset_period: "DAILY",
    reset_amount: 60,
    members: [21, 22, 23],
    owners: 1,
    weekly: 8,
    weekend: 0.4,
    seasons: even,
    merchants: [
      at("Roadhouse Kitchen", "Meals & Refreshments", 11, 38),
      at("Bakery on Main", "Meals & Refreshments", 6, 19, { gst: false }),
    ],
  },
  {
    ...pooled,
    name: "London desk",
    budget_type: "BUDGET",
    reset_period: "APRIL_FINANCIAL_YEAR",
    reset_amount: 26_000,
    members: [8, 16],
    owners: 1,
    weekly: 2,
    weekend: 0.2,
    seasons: even,
    merchants: [
      at("Thames Workspace", "Rent", 180, 420, { currency: "GBP" }),
      at("Underground Travel", "Travel", 6, 40, { currency: "GBP" }),
      at("Camden Canteen", "Meals & Refreshments", 9, 64, { currency: "GBP" }),
    ],
  },
]

/** What one unit of a currency was worth in AUD, about. */
export const rates: Readonly<Record<string, number>> = {
  AUD: 1,
  USD: 1.52,
  EUR: 1.66,
  GBP: 1.95,
  NZD: 0.91,
  JPY: 0.0101,
}

export const projects = ["Perth office", "Winter campaign", "Site visits", "Run the business"]
