/** Shares that fall as 1, 1/2, 1/3 …: a few businesses have most of the work. */
export class Zipf {
  readonly #ends: ReadonlyArray<number>

  constructor(count: number) {
    let all = 0
    const sums = Array.from({ length: count }, (_, n) => (all += 1 / (n + 1)))
    this.#ends = sums.map((sum) => sum / all)
  }

  /** The share of the first. */
  get first(): number {
    return this.#ends[0] as number
  }

  /** How many of `count` each has. */
  counts(count: number): ReadonlyArray<number> {
    return this.#ends.map((end, n) => {
      const before = this.#ends[n - 1] ?? 0
      return Math.round(end * count) - Math.round(before * count)
    })
  }

  /** Whose the nth of `count` is: in no order, and for each business as many as its share says. */
  at(n: number, count: number): number {
    const stride = 48_271
    const place = (((n * stride) % count) + 0.5) / count
    return this.#ends.findIndex((end) => place < end)
  }
}
