import { Data } from "effect"

/** A record that does not exist, belongs to another business, or (for a write) is deleted. */
export class NotFound extends Data.TaggedError("NotFound")<{
  /** Kind of the record, in words: "budget", "budget member". */
  readonly what: string
  readonly id: string | number
}> {
  override get message(): string {
    return `There is no ${this.what} ${this.id}.`
  }
}

/** An amount with more decimals than its currency has. */
export class TooManyDecimals extends Data.TaggedError("TooManyDecimals")<{
  /** Position in the body. For a query, `parameter` is set instead. */
  readonly pointer?: string
  readonly parameter?: string
  readonly currency: string
  readonly decimals: number
}> {
  override get message(): string {
    return `${this.currency} amounts can have at most ${this.decimals} decimal places.`
  }
}

/**
 * "Bound: ±9 999 999 999.99, else 400 `amount_out_of_range`": a scaled amount exceeds it. Sums of
 * amounts have their own bound, `maxBalance`, which a sum would exceed, at the end or in between.
 */
export class AmountOutOfRange extends Data.TaggedError("AmountOutOfRange")<{
  /** Position of the amount in the request. An approval has none. */
  readonly pointer?: string
  /** Balance that would exceed its bound, and that bound with its currency. */
  readonly balance?: { readonly name: string; readonly maximum: string }
}> {
  override get message(): string {
    if (this.balance === undefined) {
      return "The proportional amount would exceed 9999999999.99. Give both amount and fx_amount."
    }
    const { name, maximum: most } = this.balance
    return `${name.charAt(0).toUpperCase()}${name.slice(1)} would exceed ±${most}.`
  }
}

/** A reference in a body to something that this business does not have. */
export class UnknownReference extends Data.TaggedError("UnknownReference")<{
  readonly pointer: string
  /** Kind of the referenced record: "user", "role", "budget", "category", … */
  readonly what: string
  readonly id: string | number
}> {
  override get message(): string {
    if (this.what === "currency") return `"${this.id}" is not an active ISO 4217 currency code.`
    return `This business has no active ${this.what} ${this.id === "" ? '""' : this.id}.`
  }
}
