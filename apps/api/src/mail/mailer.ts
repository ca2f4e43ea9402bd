import { Messages } from "@outlay/domain"
import { Layer } from "effect"
import type { MailSettings } from "../config.ts"
import { folderMailer } from "./folder.ts"
import { smtpMailer } from "./smtp.ts"

/** The outbox with the mailer of the settings. */
export const mailLayer = ({ smtp, folder, from }: MailSettings) =>
  Messages.layer.pipe(
    Layer.provide(smtp === null ? folderMailer({ folder, from }) : smtpMailer({ url: smtp, from })),
  )
