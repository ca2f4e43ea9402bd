import { type Crashing, combined, crashing, honouringKeys, worse } from "../crashes/server.ts"
import type { Edge } from "../reference/provisioner.ts"
import { rules } from "../reference/rules.ts"
import { jsonResponse } from "../wire.ts"
import {
  answering,
  isGood,
  type Json,
  list,
  querying,
  records,
  refusing,
  remembering,
  responseBody,
  sleep,
  withToken,
} from "./edges.ts"
import type { Mutant } from "./mutant.ts"

/** Acknowledges writes before they are done: a crash loses the pending ones. */
const writeBehind = (place: "topups" | "invites"): Crashing => {
  let life = 0
  return {
    onCrash: () => {
      life++
    },
    edge: answering("POST", [place], async (request, next) => {
      const born = life
      sleep(30).then(() => (born === life ? next(request) : undefined))
      return jsonResponse(200, { id: "1" })
    }),
  }
}

/** Removed records reappear after a crash: removals last only as long as the process. */
const reviving = (crashes: () => number): Edge => {
  const removed = new Set<string>()
  const shown = records(["users"], (user) =>
    crashes() > 0 && removed.has(String(user.id)) ? { ...user, is_deleted: false } : user,
  )
  return (next) =>
    answering("DELETE", ["user"], async (request) => {
      const response = await next(request)
      if (isGood(response)) removed.add(request.url.split("/").at(-1) ?? "")
      return response
    })(shown(next))
}

/** Revoked tokens are valid again after a crash. */
const revivingTokens = (crashes: () => number): Edge =>
  remembering(async (request, next, good) => {
    const response = await next(request)
    const business = /businesses\/([^/]+)/u.exec(request.url)?.[1] ?? ""
    const token = good.get(business)
    const isLong = (request.headers["authorization"] ?? "").length > 20
    return response.status === 401 && isLong && crashes() > 0 && token !== undefined
      ? next(withToken(request, token))
      : response
  })

/** Ids start again after a crash. */
const countingAnew = (crashes: () => number): Edge => {
  let first: Json
  return responseBody("POST", ["invites"], (invite) => {
    first ??= invite.id
    return crashes() > 0 ? { ...invite, id: first } : invite
  })
}

const sound = () => honouringKeys()

const crash = (
  name: string,
  breaks: string,
  requirements: ReadonlyArray<string>,
  make: () => Crashing,
): Mutant => ({
  name: `crash-${name}`,
  breaks,
  names: requirements.map((id) => `durability.${id}`),
  provisioner: () => crashing(make()),
})

const killed: ReadonlyArray<Mutant> = [
  crash("keys-forgotten", "a crash forgets keys", ["key-replay", "keys-kept"], () =>
    honouringKeys({ keys: false, requests: false }),
  ),
  crash("requests-forgotten", "a crash forgets what a key was used for", ["keys-kept"], () =>
    honouringKeys({ keys: true, requests: false }),
  ),
  crash("topups-late", "topups are acknowledged before they are done", ["acknowledged"], () =>
    writeBehind("topups"),
  ),
  crash("invites-late", "invites are acknowledged before they are done", ["acknowledged"], () =>
    combined(sound(), writeBehind("invites")),
  ),
  crash("funds-forgotten", "topups are kept, and what they moved is not", ["acknowledged"], () =>
    combined(
      sound(),
      worse((crashes) =>
        responseBody("GET", ["budget"], (body) => ({
          ...body,
          available_amount: body.available_amount - crashes() / 100,
        })),
      ),
    ),
  ),
  crash("user-forgotten", "a crash forgets a user", ["recovered"], () =>
    worse((crashes) =>
      list(["users"], (body) => ({ ...body, results: body.results.slice(crashes()) })),
    ),
  ),
  crash("removals-forgotten", "a crash forgets that users were deleted", ["deletions-kept"], () =>
    worse(reviving),
  ),
  crash("changes-forgotten", "a crash forgets which role a user was given", ["changes-kept"], () =>
    worse((crashes) =>
      responseBody("GET", ["user"], (user) =>
        crashes() > 0 ? { ...user, role_id: "00000000-0000-4000-8000-000000000001" } : user,
      ),
    ),
  ),
  crash("tokens-revived", "a crash revives tokens", ["tokens-kept"], () => worse(revivingTokens)),
  crash("ids-again", "after a crash ids are given again", ["ids-unique"], () =>
    worse(countingAnew),
  ),
]

const races: ReadonlyArray<Mutant> = [
  {
    name: "race-updates-lost",
    breaks: "two topups at once read the same amount",
    names: ["durability.lost-updates"],
    rules: () => ({
      topUp: async (funds, amount) => {
        const before = { ...funds }
        await sleep(1)
        rules.topUp(before, amount)
        funds.available = before.available
      },
    }),
  },
  {
    name: "race-removal-fails",
    breaks: "a deletion fails while another request is answered",
    names: ["durability.removal-race"],
    edge: (next) => {
      let running = 0
      return async (request) => {
        running += 1
        try {
          const isAlone = running === 1
          if (request.method === "DELETE" && !isAlone) return refusing(500)
          await sleep(1)
          return await next(request)
        } finally {
          running -= 1
        }
      }
    },
  },
  {
    name: "race-pages-move",
    breaks: "a page begins later with every topup that was made meanwhile",
    names: ["durability.paging-while-writing"],
    edge: (next) => {
      let made = 0
      const counted = answering("POST", ["topups"], (request, server) => {
        made += 1
        return server(request)
      })(next)
      return querying(["topups"], (query) => {
        const offset = Number(query.get("offset") ?? 0)
        if (offset > 0) query.set("offset", String(offset + made * 2))
      })(counted)
    },
  },
]

/** Mutants that lose data in a crash, or mix up concurrent requests. */
export const crashes = [...killed, ...races]
