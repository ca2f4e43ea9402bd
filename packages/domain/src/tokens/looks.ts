import { byCreated } from "../core/looks.ts"
import type { Page, PageRequest } from "../core/page.ts"
import { countOf, known, type Look, look, one, pageOf, seen } from "../core/questions.ts"
import type { TokenRecord } from "../core/records/tokens.ts"
import { showToken, type TokenContext } from "./rules.ts"

/** Token that changes (`token_id` null: a new one), and the ids in the command. */
export interface TokenChange {
  readonly token_id: string | null
  readonly role_id?: string
  readonly user_id?: number | null
}

const unrevoked = { kind: "API", revoked_at: { always: null } } as const

/** Loads the context of a decision about a token. */
export const tokenContext = ({
  token_id,
  role_id,
  user_id = null,
}: TokenChange): Look<TokenContext> =>
  look(
    {
      business: one("businesses"),
      tokens: token_id === null ? countOf("tokens", unrevoked) : known(0),
      token: token_id === null ? known(null) : one("tokens", { id: token_id }),
      role: role_id === undefined ? known(null) : one("roles", { id: role_id }),
      user: user_id === null ? known(null) : one("users", { id: user_id }),
    },
    seen,
  )

/** Returns tokens without sessions, including revoked ones; by `created` ascending, ties by id. */
export const tokensByCreated = (request: PageRequest): Look<Page<TokenRecord>> =>
  look(
    { tokens: pageOf("tokens", { kind: "API" }, byCreated, request) },
    ({ tokens: { count, results } }) => seen({ count, results: results.map(showToken) }),
  )
