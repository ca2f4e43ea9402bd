import { describe, expect, test } from "vitest"
import { makeRateLimiter } from "./rate-limit.ts"

describe("makeRateLimiter", () => {
  const limiter = () => makeRateLimiter({ requests: 2, seconds: 10 })

  test("allows the maximum number of requests in a window, and again in the next", () => {
    const { take } = limiter()
    const at = (now: number) => take("a", now)
    expect([at(0), at(9_000), at(9_999), at(10_000)]).toEqual([
      { allowed: true, field: '"default";r=1;t=10', wait: 10 },
      { allowed: true, field: '"default";r=0;t=1', wait: 1 },
      { allowed: false, field: '"default";r=0;t=1', wait: 1 },
      { allowed: true, field: '"default";r=1;t=10', wait: 10 },
    ])
  })

  test("counts each token separately and forgets inactive tokens", () => {
    const { take } = limiter()
    for (let n = 0; n < 30_000; n++) expect(take(`token-${n}`, n).allowed).toBe(true)
    take("a", 50_000)
    take("a", 50_001)
    expect([take("a", 50_002).allowed, take("b", 50_002).allowed]).toEqual([false, true])
  })
})
