import type { ServerResponse } from "node:http"
import { type Refused, refuse } from "./refusal.ts"

/** Limits on the responses that clients have not read yet. */
export interface UnreadResponsesBounds {
  /** Unread bytes per token: 16 MiB. */
  readonly maxBytesPerToken: number
  /** Unread bytes in total: 128 MiB. */
  readonly maxBytes: number
  /** Milliseconds until the connection of an unread response is closed: 60 s. */
  readonly timeoutMs: number
}

/** A response that was sent. */
interface Sent {
  readonly response: ServerResponse
  /** The token of the request; empty if it had none. */
  readonly token: string
}

/**
 * The responses in memory that clients have not read yet. A token with too many unread bytes is
 * refused until it has read them. Above the total limit, every token with unread bytes is refused.
 * A token that reads its responses is always served.
 */
export interface UnreadResponses {
  /** Counts the bytes of a response that the operating system did not take at once. */
  readonly hold: (sent: Sent) => undefined
  /** The refusal of a token that has to read first, or null. */
  readonly refusal: (token: string) => Refused | null
  /** Number of unread responses, with or without a token. */
  readonly count: () => number
  /** Number of unread bytes, of requests with a token. */
  readonly bytes: () => number
}

export const makeUnreadResponses = ({
  maxBytesPerToken,
  maxBytes,
  timeoutMs,
}: UnreadResponsesBounds): UnreadResponses => {
  const unread = new Map<string, number>()
  let total = 0
  let count = 0
  const add = (token: string, bytes: number): void => {
    total += bytes
    const sum = (unread.get(token) ?? 0) + bytes
    if (sum > 0) unread.set(token, sum)
    else unread.delete(token)
  }
  return {
    hold: ({ response, token }) => {
      const bytes = response.socket?.writableLength ?? 0
      if (bytes === 0) return
      // Pages without a token have the same bytes for everyone and are in memory only once.
      const counted = token === "" ? 0 : bytes
      add(token, counted)
      count++
      const { socket } = response
      const timer = setTimeout(() => socket?.destroy(), timeoutMs)
      response.once("close", () => {
        clearTimeout(timer)
        count--
        add(token, -counted)
      })
    },
    refusal: (token) => {
      const bytes = total === 0 ? 0 : (unread.get(token) ?? 0)
      if (bytes === 0 || (bytes <= maxBytesPerToken && total <= maxBytes)) return null
      const detail = `Read the pending responses first: ${bytes} bytes are unread.`
      return refuse("rate_limited", detail, ["Retry-After", "1"])
    },
    count: () => count,
    bytes: () => total,
  }
}
