import type { Business } from "./business.ts"
import type { Judge } from "./judge.ts"

interface Made {
  readonly id: number
}

const named = (first_name: string, last_name: string) => ({ first_name, last_name })

/** Invites one person who accepts, and one whose invite is cancelled. */
export const callInvites = async (
  judge: Judge,
  business: Business,
  linkForInvite: (client_id: number, invite_id: number) => Promise<string>,
): Promise<void> => {
  const { operator, client_id, annToken: token } = business
  const path = { client_id }
  const roles = await judge.succeed<{ readonly results: ReadonlyArray<{ readonly id: string }> }>(
    "roles.list",
    { token, path },
  )
  const invite = async (email: string): Promise<number> => {
    const body = { email, role_id: roles.results[0]?.id, payment_types: ["cards", "bills"] }
    const { id } = await judge.succeed<Made>("invites.create", { token, path, body })
    return id
  }
  const accepted = await invite("sam@example.com")
  const linked = await invite("quinn@example.com")
  const acceptance = { token: await linkForInvite(client_id, linked), ...named("Quinn", "Roe") }
  await judge.succeed("signIn.acceptInvite", { token: null, body: acceptance })
  const unwanted = await invite("kim@example.com")
  await judge.succeed("invites.list", { token, path, query: { limit: 10 } })
  const names = named("Sam", "Ito")
  const accepting = { client_id, invite_id: accepted }
  await judge.succeed("invites.accept", { token: operator, path: accepting, body: names })
  await judge.succeed("invites.cancel", { token, path: { client_id, invite_id: unwanted } })
}
