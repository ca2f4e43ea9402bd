import { known, type Look, look, one, seen } from "../core/questions.ts"
import type { MessageContext } from "./rules.ts"

/** What is looked at before a message is sent, or put off. */
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
