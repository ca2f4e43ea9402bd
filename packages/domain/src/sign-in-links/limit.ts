const maxLinks = 5
const windowMs = 15 * 60_000
const manyWindows = 10_000

interface Window {
  used: number
  readonly ends: number
}

/**
 * Counts how often each address is asked for: 5 times in 15 minutes. It is kept in memory, so each
 * process counts its own; where many addresses are asked for, those that were first are forgotten.
 */
export const makeAddressLimit = () => {
  const windows = new Map<string, Window>()
  /** Counts one request at a time in milliseconds; answers the seconds to wait, 0 for none. */
  return (address: string, now: number): number => {
    const known = windows.get(address)
    if (known !== undefined && now < known.ends) {
      if (known.used >= maxLinks) return Math.ceil((known.ends - now) / 1_000)
      known.used++
      return 0
    }
    windows.delete(address)
    if (windows.size >= manyWindows) {
      const [first] = windows.keys()
      if (first !== undefined) windows.delete(first)
    }
    windows.set(address, { used: 1, ends: now + windowMs })
    return 0
  }
}
