import { known, type Look, look, one, seen } from "../core/questions.ts"
import type { SignInLinkContext } from "./rules.ts"

/** Whom a new link is for, or which link is used. */
export interface SignInLinkChange {
  readonly link_id: string | null
  readonly user_id: number | null
}

/** What is looked at before a link is made or used. */
export const signInLinkContext = ({
  link_id,
  user_id,
}: SignInLinkChange): Look<SignInLinkContext> =>
  look(
    {
      business: one("businesses"),
      link: link_id === null ? known(null) : one("sign_in_links", { id: link_id }),
      user: user_id === null ? known(null) : one("users", { id: user_id }),
    },
    seen,
  )
