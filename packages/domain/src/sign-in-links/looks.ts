import { known, type Look, look, one, seen } from "../core/questions.ts"
import type { SignInLinkContext } from "./rules.ts"

/** Link that is used (null: a new one), and the user of a new link. */
export interface SignInLinkChange {
  readonly link_id: string | null
  readonly user_id: number | null
}

/** Loads the context of a decision about a link. */
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
