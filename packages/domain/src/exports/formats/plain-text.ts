import type { Account } from "../lines.ts"
import { dateOf, decimal, memoOf, oneLine } from "./cells.ts"
import type { TextFormat } from "./format.ts"
import { postingsOf } from "./postings.ts"

const quoted = (text: string): string => `"${oneLine(text).replaceAll(/(["\\])/gu, "\\$1")}"`

/**
 * Formats part of an account name: letters, digits and hyphens, beginning with a capital letter or
 * a digit.
 */
const component = (text: string): string => {
  const part = text.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-+|-+$/gu, "")
  const first = part.charAt(0).toUpperCase()
  return part === ""
    ? "Other"
    : /^[A-Z\p{N}]/u.test(first)
      ? `${first}${part.slice(1)}`
      : `X${part}`
}

const named = ({ code, name }: Account): string => (code === null ? name : `${code} ${name}`)

const beancountAccount = (account: Account): string =>
  `${account.root}:${component(named(account))}`

/** Beancount, in the currency of each wallet. A plugin opens the accounts. */
export const beancount: TextFormat = {
  head: 'plugin "beancount.plugins.auto_accounts"\n',
  of: (entry) => {
    const { transaction, id } = entry
    const { merchant_name, wallet_currency } = transaction
    const postings = postingsOf(entry, "wallet").map(
      ({ account, amount }) =>
        `  ${beancountAccount(account)}  ${decimal(amount, wallet_currency)} ${wallet_currency}\n`,
    )
    if (postings.length === 0) return ""
    const start = `${dateOf(entry)} * ${quoted(merchant_name)} ${quoted(memoOf(entry))}\n`
    return `\n${start}  movement: ${quoted(id)}\n${postings.join("")}`
  },
}

/**
 * Formats an account of ledger. Two spaces end its name, and brackets, `;` and `:` are special in
 * it.
 */
const ledgerAccount = (account: Account): string =>
  `${account.root}:${oneLine(named(account).replaceAll(/[^\p{L}\p{N} .&/-]+/gu, " ")) || "Other"}`

/**
 * Formats a comment of ledger, in which brackets denote dates and colons denote tags or
 * expressions.
 */
const ledgerComment = (text: string): string =>
  text.replaceAll("[", "(").replaceAll("]", ")").replaceAll(":", ".")

/** Ledger and hledger, in the currency of each wallet. */
export const ledger: TextFormat = {
  head: "",
  of: (entry) => {
    const { transaction, id } = entry
    const { merchant_name, wallet_currency } = transaction
    const postings = postingsOf(entry, "wallet").map(
      ({ account, amount }) =>
        `    ${ledgerAccount(account)}    ${decimal(amount, wallet_currency)} ${wallet_currency}\n`,
    )
    if (postings.length === 0) return ""
    const payee = oneLine(merchant_name.replaceAll(/[;|]/gu, " "))
    const start = `${dateOf(entry)} * (${id}) ${payee}\n    ; ${ledgerComment(memoOf(entry))}\n`
    return `${start}${postings.join("")}\n`
  },
}
