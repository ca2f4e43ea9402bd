const maxLinks = 5
const windowMs = 15 * 60_000
const manyWindows = 10_000

interface Window {
  used: number
  readonly ends: number
}

/**
 * Limits the requests for each address to 5 in 15 minutes. The counts are in memory, so each
 * process has its own; with very many addresses, it forgets the oldest ones.
 */
export const makeAddressLimit = () => {
  const windows = new Map<string, Window>()
  /** Counts one request at `now`, in milliseconds; returns the seconds to wait, or 0. */
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
