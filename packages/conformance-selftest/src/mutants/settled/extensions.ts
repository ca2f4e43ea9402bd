import { isAt, isGood, type Place, remembering, retargeted, targetOf, withToken } from "../edges.ts"
import type { Mutant } from "../mutant.ts"
import { type Edge, mutant, overlooked } from "./edges.ts"

/** Returns records of another business under the caller's own address. */
const foreign = (place: Place): Edge =>
  remembering(async (request, next, good) => {
    const response = await next(request)
    const { business } = targetOf(request)
    const isMeant = request.method === "GET" && isAt(request, [place])
    if (response.status !== 404 || !isMeant) return response
    for (const [other, token] of [...good].filter(([one]) => one !== business)) {
      const found = await next(withToken(retargeted(request, { business: other }), token))
      if (isGood(found)) return found
    }
    return response
  })

const rows: ReadonlyArray<
  readonly [requirement: string, name: string, breaks: string, edge: Edge]
> = [
  ...(
    [
      ["GET", "events"],
      ["GET", "policies"],
      ["POST", "policies"],
      ["GET", "taxRates"],
      ["GET", "webhooks"],
      ["POST", "exports"],
      ["GET", "books"],
    ] as const
  ).map(
    ([method, place]) =>
      [
        "permissions",
        `open-${method}-${place}`.toLowerCase(),
        `${method} ${place} needs no permission`,
        overlooked(method, place, 403, 200),
      ] as const,
  ),
  ...(["policy", "export", "exportFile", "periods", "category"] as const).map(
    (place) =>
      [
        "tenants-beside",
        `foreign-${place}`.toLowerCase(),
        `another business's ${place} is found`,
        foreign(place),
      ] as const,
  ),
]

/** Mutants whose extensions are open to callers who may not see them. */
export const extensions: ReadonlyArray<Mutant> = rows.map(([requirement, name, breaks, edge]) =>
  mutant(name, requirement, breaks, edge),
)
