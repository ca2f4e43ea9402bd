import { isDeepStrictEqual } from "node:util"
import type { Request } from "../client.ts"
import { compare } from "../comparison.ts"
import type { Measured, Settings } from "../measure.ts"
import type { Running } from "../processes.ts"
import { ask, bare, checked, get, topup, withServers } from "../servers.ts"

const connections = 50
const least = (value: number) => ({ at: "least", value }) as const

/** Checks that each server sends the same responses as the first. */
export const agree = async (servers: ReadonlyArray<Running>, requests: ReadonlyArray<Request>) => {
  for (const request of requests) {
    const [ours, ...others] = await Promise.all(servers.map((server) => ask(server, request)))
    const other = others.findIndex((theirs) => !isDeepStrictEqual(theirs, ours))
    if (other === -1) continue
    const both = [ours, others[other]].map((response) => JSON.stringify(response)).join("\n")
    throw new Error(`${servers[other + 1]?.name} answers ${request.path} otherwise:\n${both}`)
  }
}

/** Compares reads of one transaction and of a page with servers that send the same responses. */
export const reads = async (settings: Settings): Promise<Measured> => {
  const data = await settings.dataset(settings.rows)
  const one = data.transaction_ids.map((id) => get(data, `/transactions/${id}`))
  const page = [get(data, "/transactions?limit=50")]
  return withServers(data, async (servers) => {
    await agree(servers, [...one.slice(0, 100), ...page])
    const comparisons = [
      await compare(
        servers,
        {
          ...{ work: "GET one transaction", connections, requests: one },
          floors: { [bare]: least(0.75), [checked]: least(1.5) },
        },
        settings,
      ),
      await compare(
        servers,
        {
          ...{ work: "GET a page of 50", connections, requests: page },
          floors: { [bare]: least(1.2), [checked]: least(1.5) },
        },
        settings,
      ),
    ]
    return { comparisons }
  })
}

/**
 * Compares topups, each of which is durable before its response. The peers have no ledger, no
 * events and no idempotency keys.
 */
export const topups = async (settings: Settings): Promise<Measured> => {
  const data = await settings.dataset(10_000)
  const requests = [topup(data)]
  return withServers(data, async (servers) => ({
    comparisons: [
      await compare(
        servers,
        {
          ...{ work: "durable topup, 50 connections", connections, requests },
          floors: { [bare]: least(1.5), [checked]: least(2) },
        },
        settings,
      ),
      await compare(
        servers,
        {
          ...{ work: "durable topup, 1 connection", connections: 1, requests },
          floors: { [bare]: least(0.9) },
        },
        settings,
      ),
    ],
  }))
}
