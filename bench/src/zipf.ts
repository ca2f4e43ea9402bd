/** Shares that fall as 1, 1/2, 1/3 …: a few businesses have most of the transactions. */
export class Zipf {
  readonly #ends: ReadonlyArray<number>

  constructor(count: number) {
    let all = 0
    const sums = Array.from({ length: count }, (_, n) => (all += 1 / (n + 1)))
    this.#ends = sums.map((sum) => sum / all)
  }

  /** Share of the first business. */
  get first(): number {
    return this.#ends[0] as number
  }

  /** Returns the number of items of each business, of `count` in total. */
  counts(count: number): ReadonlyArray<number> {
    return this.#ends.map((end, n) => {
      const before = this.#ends[n - 1] ?? 0
      return Math.round(end * count) - Math.round(before * count)
    })
  }

  /**
   * Returns the business of the nth of `count` items: in mixed order, and each business as often as
   * its share.
   */
  at(n: number, count: number): number {
    const stride = 48_271
    const place = (((n * stride) % count) + 0.5) / count
    return this.#ends.findIndex((end) => place < end)
  }
}
