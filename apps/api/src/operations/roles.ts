import { Businesses } from "@outlay/domain"
import { fold } from "@outlay/domain/rules"
import { Effect, Result } from "effect"

/** Returns the id of a role given by id or name, ignoring case; fails with a list of roles. */
export const roleNamed = (client_id: number, name: string) =>
  Effect.gen(function* () {
    const { roles } = yield* Businesses.use((_) => _.get({ client_id }))
    const folded = fold(name.trim())
    const found = roles.find((role) => role.id === folded || fold(role.name) === folded)
    if (found !== undefined) return Result.succeed(found.id)
    const names = roles.map((role) => role.name).join(", ")
    return Result.fail(`There is no role "${name}". Roles of business ${client_id}: ${names}.`)
  })
