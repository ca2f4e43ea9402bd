/** Every sentence of the notifications that people get by mail. */

const months =
  "January February March April May June July August September October November December".split(" ")

/** Returns a UTC day in the form 21 November 2026. */
export const dayText = (timestamp: string): string => {
  const month = months[Number(timestamp.slice(5, 7)) - 1]
  return `${Number(timestamp.slice(8, 10))} ${month} ${timestamp.slice(0, 4)}`
}

export const texts = {
  topup_requests: {
    lead: "A topup needs your decision.",
    leads: (count: number) => `${count} topups need your decision.`,
    subject: (who: string, what: string) => `${who} requests ${what}`,
    subjects: (count: number) => `${count} topups need your decision`,
    from: (who: string, day: string) => `Requested by ${who} on ${day}.`,
    link: "Approve or decline",
    more: "All pending topups",
    reason: (business: string) => `You can approve topups at ${business}.`,
  },
  topup_decisions: {
    lead: "A topup that you requested was decided.",
    leads: (count: number) => `${count} topups that you requested were decided.`,
    subject: (what: string, outcome: string) => `Your topup of ${what} was ${outcome}`,
    subjects: (count: number) => `${count} of your topups were decided`,
    outcomes: {
      APPROVED: "approved",
      DECLINED: "declined",
      CANCELLED: "cancelled",
      PENDING: "requested",
    },
    title: (what: string, outcome: string) => `${what}: ${outcome}`,
    because: (reason: string) => `Reason: ${reason}`,
    by: (who: string | null, day: string) => (who === null ? `On ${day}.` : `By ${who} on ${day}.`),
    link: "Show the topup",
    more: "All your topups",
    reason: (business: string) => `You requested a topup at ${business}.`,
  },
  missing_receipts: {
    lead: "One of your expenses has no receipt.",
    leads: (count: number) => `${count} of your expenses have no receipt.`,
    subject: (merchant: string, amount: string) => `Receipt missing: ${merchant}, ${amount}`,
    subjects: (count: number) => `${count} receipts are missing`,
    title: (merchant: string, amount: string) => `${merchant}, ${amount}`,
    spent: (day: string) => `Spent on ${day}.`,
    link: "Add the receipt",
    more: "All expenses without a receipt",
    reason: (business: string) =>
      `You make purchases for ${business}. This list is sent once a week.`,
  },
  budget_usage: {
    lead: "Most of the funds of a budget that you own are spent.",
    leads: (count: number) => `Most of the funds of ${count} budgets that you own are spent.`,
    subject: (budget: string, percent: number) => `${budget}: ${percent} % spent`,
    subjects: (count: number) => `${count} budgets are nearly or fully spent`,
    spent: (spent: string, funds: string) => `${spent} of ${funds} spent in this period.`,
    left: (amount: string) => `${amount} available.`,
    until: (day: string) => `The period ends on ${day}.`,
    link: "Show the budget",
    more: "All budgets",
    reason: (business: string) => `You own a budget at ${business}.`,
  },
  budget_periods: {
    lead: "A period of a budget that you own has ended.",
    leads: (count: number) => `${count} periods of budgets that you own have ended.`,
    subject: (budget: string, days: string) => `${budget}: what was spent, ${days}`,
    subjects: (count: number) => `${count} budget periods have ended`,
    title: (budget: string, days: string) => `${budget}, ${days}`,
    days: (start: string, end: string) => (start === end ? start : `${start} to ${end}`),
    opening: (amount: string) => `At the start: ${amount}`,
    toppedUp: (amount: string) => `Topups: ${amount}`,
    moved: (amount: string) => `Members who joined or left: ${amount}`,
    spent: (amount: string) => `Spent: ${amount}`,
    closing: (amount: string, rolls: boolean) =>
      `At the end: ${amount}${rolls ? ", carried over to the next period" : ""}`,
    link: "Show the transactions",
    budget: "Show the budget",
    more: "All budgets",
    reason: (business: string) => `You own a budget at ${business}.`,
  },
  topup: (amount: string, budget: string) => `${amount} for ${budget}`,
  withdrawal: (amount: string, budget: string) => `${amount} from ${budget}`,
  forMember: (what: string, member: string) => `${what} (${member})`,
  quoted: (text: string) => `“${text}”`,
  unknownPerson: "Somebody",
} as const
