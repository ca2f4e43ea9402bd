import { open, rename } from "node:fs/promises"
import { join } from "node:path"
import { Mailer } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { makeFolder } from "../make-folder.ts"
import { composed } from "./compose.ts"
import { notSent } from "./failure.ts"

/** Saves a file atomically and durably. Replaces a file of the same name. */
const keep = async (folder: string, name: string, content: Buffer): Promise<string> => {
  makeFolder(folder, 0o700)
  const file = join(folder, name)
  const draft = `${file}.part`
  const handle = await open(draft, "w", 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  return file
}

const composing = { streamTransport: true, buffer: true, newline: "windows" } as const

/**
 * Writes each message to a file `<id>.eml` of a folder, and logs its recipient. The content is not
 * logged, because it may be confidential.
 */
export const folderMailer = ({
  folder,
  from,
}: {
  readonly folder: string
  readonly from: string
}): Layer.Layer<Mailer> =>
  Layer.sync(Mailer, () => {
    const compose = async (message: Parameters<typeof composed>[1]) => {
      const { createTransport } = await import("nodemailer")
      return await createTransport(composing).sendMail(composed(from, message))
    }
    const write = Effect.fnUntraced(function* (message: Parameters<typeof composed>[1]) {
      const file = yield* Effect.tryPromise({
        try: async () => {
          const { message: content } = await compose(message)
          if (!Buffer.isBuffer(content)) throw new Error("the message was not composed")
          return await keep(folder, `${message.id}.eml`, content)
        },
        catch: notSent(),
      })
      yield* Effect.logInfo(`Mail to ${message.to}, "${message.subject}", is in ${file}`)
    })
    return Mailer.of({ send: write })
  })
