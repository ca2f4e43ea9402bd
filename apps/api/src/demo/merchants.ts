import { type MerchantRow, merchants } from "./spending.ts"

/** Names of places and plants, used for shops. */
const names = [
  ...["Acacia", "Banksia", "Bayside", "Bluestone", "Brookvale", "Coolabah", "Coral", "Eastgate"],
  ...["Ferntree", "Glasshouse", "Grevillea", "Hilltop", "Jacaranda", "Karri", "Kingfisher"],
  ...["Lakeside", "Lighthouse", "Lyrebird", "Magpie", "Mangrove", "Northside", "Pandanus"],
  ...["Parkway", "Quarry", "Redgum", "Rosella", "Saltbush", "Sandstone", "Seven Mile"],
  ...["Silver Wattle", "Spotted Gum", "Station Street", "Tea Tree", "Waratah"],
]

/** Kinds of shops by budget: the second half of the name, and the typical purchase. */
const trades: { readonly [budget: string]: ReadonlyArray<MerchantRow> } = {
  Travel: [
    ["Motor Inn", "Travel", 110, 230],
    ["Taxis", "Travel", 12, 88],
    ["Parking", "Travel", 9, 64],
  ],
  Marketing: [
    ["Printing", "Advertising", 70, 900],
    ["Signs", "Advertising", 90, 1100],
  ],
  "Office and supplies": [
    ["Stationers", "Office Expenses", 7, 160],
    ["Hardware", "Office Expenses", 12, 210],
    ["Pantry", "Meals & Refreshments", 6, 58, "no GST"],
  ],
  "Client entertainment": [
    ["Dining Room", "Entertainment", 70, 420],
    ["Wine Bar", "Entertainment", 45, 260],
  ],
  Training: [["Books", "General Expenses", 18, 120]],
  "Fleet and fuel": [
    ["Service Station", "Motor Vehicle Expenses", 42, 158],
    ["Car Wash", "Motor Vehicle Expenses", 14, 46],
    ["Auto Electrics", "Motor Vehicle Expenses", 80, 410],
  ],
  "Team lunches": [
    ["Bakehouse", "Meals & Refreshments", 14, 82, "no GST"],
    ["Noodles", "Meals & Refreshments", 24, 160],
    ["Pizza", "Meals & Refreshments", 30, 190],
  ],
  Events: [["Florist", "General Expenses", 60, 420]],
  "Warehouse fit-out": [["Hire", "General Expenses", 70, 520]],
  "Field crew meals": [
    ["Takeaway", "Meals & Refreshments", 9, 34],
    ["Pies", "Meals & Refreshments", 6, 18, "no GST"],
  ],
}

/** Merchants of every week for a budget. */
export const regular = (budget: string): ReadonlyArray<MerchantRow> => merchants[budget] ?? []

/** Occasional merchants of a budget: about seven hundred shops in all. */
export const occasional = (budget: string): ReadonlyArray<MerchantRow> =>
  (trades[budget] ?? []).flatMap(([trade, ...rest]) =>
    names.map((name): MerchantRow => [`${name} ${trade}`, ...rest]),
  )
