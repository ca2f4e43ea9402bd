import { type Refused, refuse } from "./refused.ts"
import type { Exchange } from "./stages.ts"

/** How much may be answered without being taken. */
export interface UntakenBounds {
  /** Bytes of one token: 16 MiB. */
  readonly ofToken: number
  /** Bytes of all: 128 MiB. */
  readonly ofAll: number
  /** Milliseconds that an answer has to leave: 60 s. */
  readonly millis: number
}

/**
 * What clients were answered and have not taken: it lies in memory. A token that leaves too much
 * unread is refused until it has read; beyond the bound of all, every token that owes anything is.
 * One that reads what it asks for is always served.
 */
export interface Untaken {
  /** After an answer: what the kernel did not take of it at once counts until it has left. */
  readonly hold: (exchange: Exchange) => undefined
  /** Why this token has to read first, or null. */
  readonly refusal: (token: string) => Refused | null
  /** Answers that wait now, whoever asked. */
  readonly answers: () => number
  /** Bytes that wait now, of those who showed a token. */
  readonly bytes: () => number
}

export const makeUntaken = ({ ofToken, ofAll, millis }: UntakenBounds): Untaken => {
  const owed = new Map<string, number>()
  let all = 0
  let answers = 0
  const add = (token: string, bytes: number): void => {
    all += bytes
    const sum = (owed.get(token) ?? 0) + bytes
    if (sum > 0) owed.set(token, sum)
    else owed.delete(token)
  }
  return {
    hold: ({ response, token }) => {
      const bytes = response.socket?.writableLength ?? 0
      if (bytes === 0) return
      // Pages without a token are the same bytes for everyone, and are in memory once.
      const counted = token === "" ? 0 : bytes
      add(token, counted)
      answers++
      const { socket } = response
      const timer = setTimeout(() => socket?.destroy(), millis)
      response.once("close", () => {
        clearTimeout(timer)
        answers--
        add(token, -counted)
      })
    },
    refusal: (token) => {
      const bytes = all === 0 ? 0 : (owed.get(token) ?? 0)
      if (bytes === 0 || (bytes <= ofToken && all <= ofAll)) return null
      const detail = `Read the pending responses first: ${bytes} bytes are unread.`
      return refuse("rate_limited", detail, ["Retry-After", "1"])
    },
    answers: () => answers,
    bytes: () => all,
  }
}
