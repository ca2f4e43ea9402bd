import { Effect, Layer } from "effect"
import { fold } from "../core/fold.ts"
import { SignInStore } from "../sign-in-links/store.ts"
import { KeptBooks } from "./books.ts"
import { compare } from "./list.ts"

export const signInStore = Layer.effect(
  SignInStore,
  Effect.map(KeptBooks, ({ tables, save }) =>
    SignInStore.of({
      findByDigest: (digest) => Effect.sync(() => tables.sign_in_links.findUnique(digest)),
      usersAt: (email_key, limit) =>
        Effect.sync(() =>
          tables.users
            .all()
            .filter(({ email, is_deleted }) => !is_deleted && fold(email) === email_key)
            .map(({ client_id, id }) => ({ client_id, user_id: id }))
            .toSorted((a, b) => compare(a.client_id, b.client_id))
            .slice(0, limit),
        ),
      prune: (now, limit) =>
        save(() => {
          const expired = tables.sign_in_links
            .all()
            .filter(({ expires_at }) => expires_at < now)
            .toSorted((a, b) => compare(a.expires_at, b.expires_at) || compare(a.id, b.id))
            .slice(0, limit)
          for (const link of expired) tables.sign_in_links.write(link, null)
          return expired.length
        }),
    }),
  ),
)
