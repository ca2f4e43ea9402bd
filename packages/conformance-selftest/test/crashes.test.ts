import type { Provisioner } from "@outlay/conformance-tests"
import { describe, expect, test } from "vitest"
import { ended } from "../src/judging.ts"
import { answered, answering, isGood, list, pause } from "../src/mutants/edges.ts"
import { type Edge, referenceProvisioner } from "../src/reference/provisioner.ts"
import { type Answered, jsonAnswer } from "../src/wire.ts"

/** What a server does when it is killed, and what stands before it. */
interface Crashing {
  readonly edge: Edge
  readonly onCrash: () => void
}

const unchanged: Edge = (next) => next

/** Answers once for each key; `lives` is whether keys outlive a crash. */
const honouringKeys = (lives: boolean): Crashing => {
  const kept = new Map<string, Promise<Answered>>()
  return {
    onCrash: () => {
      if (!lives) kept.clear()
    },
    edge: answering("POST", ["topups"], (asked, next) => {
      const key = asked.headers["idempotency-key"]
      if (key === undefined) return next(asked)
      const answer = kept.get(key) ?? next(asked)
      kept.set(key, answer)
      return answer
    }),
  }
}

/** Acknowledges writes here before they are done: a crash loses those that still wait. */
const writeBehind = (place: "topups" | "invites"): Crashing => {
  let life = 0
  return {
    onCrash: () => {
      life++
    },
    edge: answering("POST", [place], async (asked, next) => {
      const born = life
      pause(30).then(() => (born === life ? next(asked) : undefined))
      return jsonAnswer(200, { id: "1" })
    }),
  }
}

/** Is wrong by more with every crash. */
const worse = (edge: (crashes: () => number) => Edge): Crashing => {
  let crashes = 0
  return {
    onCrash: () => {
      crashes++
    },
    edge: edge(() => crashes),
  }
}

const combined = (one: Crashing, other: Crashing): Crashing => ({
  edge: (next) => one.edge(other.edge(next)),
  onCrash: () => {
    one.onCrash()
    other.onCrash()
  },
})

/** The second reference with a crash: for a moment it answers nothing good, and then goes on. */
const crashing = ({ edge, onCrash }: Crashing): Provisioner => {
  let isDown = false
  const reference = referenceProvisioner({
    edge: (next) => {
      const whole = edge(next)
      return async (asked) => {
        const answer = isDown ? jsonAnswer(503, {}) : await whole(asked)
        // Whoever waits for an answer when it dies gets none that is good.
        return isDown && isGood(answer) ? jsonAnswer(503, {}) : answer
      }
    },
  })
  return {
    ...reference,
    start: async (run) => {
      const started = await reference.start(run)
      return { ...started, acts: [...started.acts, "crash"] }
    },
    act: async (act, parameters) => {
      if (act !== "crash") return reference.act(act, parameters)
      isDown = true
      onCrash()
      await pause(20)
      isDown = false
      return {}
    },
  }
}

const sound = honouringKeys(true)
const cases: ReadonlyArray<readonly [string, () => Crashing, ReadonlyArray<string>]> = [
  ["that is sound passes", () => sound, []],
  ["that forgets keys is found", () => honouringKeys(false), ["durability.key-replay.topups"]],
  [
    "that acknowledges topups before they are done is found",
    () => writeBehind("topups"),
    ["durability.acknowledged.topups"],
  ],
  [
    "that acknowledges invites before they are done is found",
    () => combined(honouringKeys(true), writeBehind("invites")),
    ["durability.acknowledged.mixed"],
  ],
  [
    "that keeps topups and forgets what they moved is found",
    () =>
      combined(
        honouringKeys(true),
        worse((crashes) =>
          answered("GET", ["budget"], (body) => ({
            ...body,
            available_amount: body.available_amount - crashes() / 100,
          })),
        ),
      ),
    ["durability.acknowledged.topups", "durability.key-replay.topups"],
  ],
  [
    "that comes back without a user is found",
    () =>
      combined(
        honouringKeys(true),
        worse((crashes) =>
          list(["users"], (body) => ({ ...body, results: body.results.slice(crashes()) })),
        ),
      ),
    ["durability.recovered.alpha"],
  ],
]

const all = ["durability.acknowledged", "durability.recovered", "durability.key-replay"]

describe("a server that is killed", () => {
  test.each(cases)("%s", async (_, make, failing) => {
    const provisioner = crashing(make())
    const only = failing.length === 0 ? all : failing
    const { report, why } = await ended({ provisioner, profiles: ["durability"], only, seed: 42 })
    expect(why).toBeNull()
    const failed = report?.checks.filter(({ verdict }) => verdict === "fail") ?? []
    expect(failed.map(({ id }) => id)).toEqual(failing)
    expect(report?.checks).toHaveLength(failing.length === 0 ? 4 : failing.length)
  })

  test("and honours no keys leaves their replay untestable", async () => {
    const provisioner = crashing({ edge: unchanged, onCrash: () => undefined })
    const only = ["durability.key-replay"]
    const { report } = await ended({ provisioner, profiles: ["durability"], only, seed: 42 })
    expect(report?.checks.map(({ verdict }) => verdict)).toEqual(["untestable"])
  })
})
