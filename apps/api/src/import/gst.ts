import { type Money, money } from "@outlay/domain"
import { scale } from "@outlay/domain/rules"
import { Result } from "effect"

/** Fraction of the gross amount: one sixth is 20 % on top of five sixths. */
interface Fraction {
  readonly numerator: number
  readonly denominator: number
}

/** Share of tax in an amount, by the code in a column. */
export interface GstRule {
  readonly column: string
  readonly fractions: ReadonlyMap<string, Fraction>
}

const shape =
  "write column:code=fraction, such as vat:VR=1/6; more codes follow after commas: vat:VR=1/6,VS=1/21"

/** Parses `vat:VR=1/6,VS=1/21`: if the column `vat` contains VR, a sixth of the amount is tax. */
export const readGst = (text: string): Result.Result<GstRule, string> => {
  const [, column, rest] = /^([^:]+):(.+)$/u.exec(text.trim()) ?? []
  if (column === undefined || rest === undefined)
    return Result.fail(`"${text}" is not a valid rule: ${shape}.`)
  const fractions = new Map<string, Fraction>()
  for (const part of rest.split(",")) {
    const [, code, above, below] = /^\s*([^=]+?)\s*=\s*(\d{1,6})\/(\d{1,6})\s*$/u.exec(part) ?? []
    const fraction = { numerator: Number(above), denominator: Number(below) }
    if (
      code === undefined ||
      !(fraction.numerator <= fraction.denominator && fraction.denominator > 0)
    ) {
      return Result.fail(`"${part.trim()}" is not a valid fraction: ${shape}.`)
    }
    fractions.set(code, fraction)
  }
  return Result.succeed({ column: column.trim(), fractions })
}

/**
 * Returns the tax in an amount: a magnitude, rounded half-even to the minor unit; 0 if the rule
 * does not include the code.
 */
export const gstOf = ({ fractions }: GstRule, code: string, amount: Money): Money => {
  const fraction = fractions.get(code.trim())
  if (fraction === undefined) return money(0)
  const magnitude = money(Math.abs(amount))
  return scale(magnitude, money(fraction.numerator), money(fraction.denominator))
}
