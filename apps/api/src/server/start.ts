import { Businesses, Notifications, SignInLinks, Tokens, Users } from "@outlay/domain"
import { timestamp } from "@outlay/domain/rules"
import { isLoopback } from "@outlay/http-server"
import { Clock, Effect } from "effect"
import { curlOf } from "../demo/demo.ts"
import { demoToken, makeDemo } from "../demo/make.ts"
import { commandFailed } from "../failure.ts"
import { onFile } from "../layers.ts"
import { everything } from "../operations/pages.ts"
import { withProgress } from "../terminal.ts"
import { type ServeInput, serveWith, settingsOf } from "./serve.ts"
import { signInUrl } from "./sign-in.ts"

const demonstration = { name: "Wattle & Quay Pty Ltd", seed: 1, months: 24 }

const tokenName = "outlay start"

/** Validity of the token in days, unless another start replaces it earlier. */
const tokenDays = 30

const tokenTerms = Effect.map(Clock.currentTimeMillis, (now) => ({
  name: tokenName,
  expires_at: timestamp(now + tokenDays * 24 * 60 * 60 * 1000),
}))

const tokensOf = (client_id: number) =>
  everything((page) => Tokens.use((_) => _.list(client_id, page)))

/** Returns the first Admin, for whom the token and the link act; null if there is none. */
const adminOf = Effect.fnUntraced(function* (client_id: number) {
  const users = yield* everything((page) =>
    Users.use((_) => _.list(client_id, { is_deleted: false }, page)),
  )
  return users.find((_) => _.role === "Admin") ?? null
})

/** Issues a token for this start and revokes those of earlier starts. */
const issueToken = (client_id: number, role_id: string) =>
  Effect.gen(function* () {
    const tokens = yield* tokensOf(client_id)
    for (const { id, name, revoked_at } of tokens) {
      if (name !== tokenName || revoked_at !== null) continue
      yield* Tokens.use((_) => _.revoke({ client_id, token_id: id }))
    }
    const terms = yield* tokenTerms
    const user_id = (yield* adminOf(client_id))?.id ?? null
    const issued = yield* Tokens.use((_) => _.create(client_id, { ...terms, role_id, user_id }))
    return issued.token
  })

/** True if a business is a demo whose creation was interrupted, so that no one has used it. */
const isIncomplete = Effect.fnUntraced(function* (business: {
  readonly client_id: number
  readonly name: string
}) {
  if (business.name !== demonstration.name) return false
  const tokens = yield* tokensOf(business.client_id)
  return !tokens.some((token) => [tokenName, demoToken].includes(token.name))
})

/** Returns the first business that is not an incomplete demo; null if there is none. */
const findFirst = Effect.gen(function* () {
  const businesses = yield* everything((page) => Businesses.use((_) => _.list(page)))
  for (const business of businesses) {
    if (!(yield* isIncomplete(business))) return business
    // The users of an incomplete demo receive no notifications.
    yield* Notifications.use((_) => _.settle(business.client_id))
  }
  return null
})

/** Finds or makes the demo business, and issues a token for this start. */
const findOrMake = Effect.gen(function* () {
  const found = yield* findFirst
  if (found === null) {
    const until = timestamp(yield* Clock.currentTimeMillis)
    const options = { ...demonstration, until, token: yield* tokenTerms }
    return yield* withProgress((progress) => makeDemo(options, progress))
  }
  const admin = found.roles.find(({ name }) => name === "Admin")
  const token = yield* issueToken(found.client_id, admin?.id ?? "")
  return { client_id: found.client_id, name: found.name, token }
})

/** Returns a link that signs in as the first Admin; null if there is no Admin. */
const linkOf = (client_id: number, url: string) =>
  Effect.gen(function* () {
    const admin = yield* adminOf(client_id)
    if (admin === null) return null
    const { token } = yield* SignInLinks.use((_) => _.issue({ client_id, user_id: admin.id }))
    return signInUrl(url, token)
  }).pipe(
    Effect.catchTag("NotFound", () => Effect.succeed(null)),
    Effect.catchTag("StorageUnavailable", ({ message }) => Effect.fail(commandFailed(message))),
  )

/** `outlay start` */
export const start = (input: ServeInput) =>
  Effect.gen(function* () {
    const settings = yield* settingsOf(input)
    // This would revoke the token of a running service, so the database must not be in use.
    const { database, receipts } = settings
    const access = yield* findOrMake.pipe(onFile(database, "make", { exclusive: true, receipts }))
    const printLinks = (url: string) =>
      Effect.gen(function* () {
        const link = isLoopback(settings.host) ? yield* linkOf(access.client_id, url) : null
        const lines = [
          `The business "${access.name}" is ready. Its token is valid until the next start, ` +
            `for at most ${tokenDays} days. Try:`,
          curlOf(url, access),
          `API reference: ${url}/docs`,
          "Press Ctrl-C to stop.",
          // The link is last, where a new user looks first.
          ...(link === null
            ? []
            : [`Sign in to "${access.name}" as its Admin, once:`, `  ${link}`]),
        ]
        process.stdout.write(`\n${lines.join("\n\n")}\n\n`)
      })
    yield* serveWith(settings, printLinks)
  })
