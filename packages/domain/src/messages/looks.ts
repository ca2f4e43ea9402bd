import { known, type Look, look, one, seen } from "../core/questions.ts"
import type { MessageContext } from "./rules.ts"

/** Loads the context of a decision about sending or postponing a message. */
export const messageContext = (id: string): Look<MessageContext> =>
  look({ message: one("messages", { id }) }, ({ message }) =>
    look(
      {
        reader:
          message === null || message.letter === null
            ? known(null)
            : one("users", { id: message.letter.user_id }),
      },
      ({ reader }) => seen({ message, reader }),
    ),
  )
