const places = 20

/** Returns an exact integer of 10⁻²⁰. */
const scaled = (decimal: string | number): bigint => {
  const text = typeof decimal === "string" ? decimal : plain(decimal)
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".")
  const magnitude = BigInt(whole + fraction.padEnd(places, "0"))
  return text.startsWith("-") ? -magnitude : magnitude
}

/** Returns the shortest decimal that parses to the number, without an exponent. */
const plain = (number: number): string => {
  const text = String(number)
  return text.includes("e") ? number.toFixed(places) : text
}

/** Returns the number nearest to the exact sum, which JSON must show. */
export const exactSum = (...decimals: ReadonlyArray<string | number>): number => {
  const sum = decimals.map(scaled).reduce((before, amount) => before + amount, 0n)
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, "0")
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return Number(sum < 0n ? `-${text}` : text)
}
