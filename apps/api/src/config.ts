import type { RateLimit } from "@outlay/http-server"
import { Redacted, Result } from "effect"
import { backupEvery, backupKeep, backupUrl } from "./backups/settings.ts"
import { isServer } from "./database-url.ts"
import { contradictionsOfOidc, type OidcSettings, oidcOf, oidcSettings } from "./oidc-settings.ts"
import { type ReceiptsPlace, readReceiptsPlace } from "./receipts-place.ts"
import { type Given, readSetting, readSwitch, type Setting } from "./setting-form.ts"
import {
  isSmtpUrl,
  readOrigin,
  readOtlpUrl,
  readPublicUrl,
  smtpOptionNames,
} from "./setting-urls.ts"

/** Delivery of mail. */
export interface MailSettings {
  /** URL of the SMTP server; null writes messages to the folder. */
  readonly smtp: Redacted.Redacted<string> | null
  readonly folder: string
  /** Sender address of messages. */
  readonly from: string
}

/** Automatic backups of the service. */
export interface BackupSettings {
  /** Interval between backups, in milliseconds. */
  readonly every: number
  /** Environment variables of the command that makes a backup. */
  readonly variables: Redacted.Redacted<Given>
}

/** Settings of `outlay serve`, from flags and environment variables of the same names. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly database: string
  /** Null disables operator HTTP. */
  readonly operatorToken: Redacted.Redacted<string> | null
  readonly sandbox: boolean
  /** Null disables the limit. */
  readonly rateLimit: RateLimit | null
  readonly log: "pretty" | "json"
  /** True if each request is logged. */
  readonly accessLog: boolean
  /** OTLP/JSON endpoint for telemetry, without a trailing slash; null exports nothing. */
  readonly otlpUrl: string | null
  /** Null serves metrics at `/metrics` of the service itself. */
  readonly metricsPort: number | null
  readonly mail: MailSettings
  /** Null means next to the database. */
  readonly receipts: ReceiptsPlace
  /** Null disables automatic backups. */
  readonly backup: BackupSettings | null
  /** Public URL of the service; null means the loopback address that it listens on, if any. */
  readonly publicUrl: string | null
  /** Origins of other sites whose pages may call the API with a token. */
  readonly corsOrigins: ReadonlyArray<string>
  /** Number of the operator's proxies in front of the service. */
  readonly proxies: number
  /** OpenID Connect provider for sign-in; null if there is none. */
  readonly oidc: OidcSettings | null
  /** True if webhooks may also go to private addresses and over plain HTTP. */
  readonly webhookPrivateTargets: boolean
  /** True if the console is served at `/`. */
  readonly console: boolean
}

/** Reads `sqlite:<file>` as a file, or the URL of a PostgreSQL server; null if invalid. */
const readDatabase = (text: string): string | null => {
  const file = /^sqlite:(?!\/\/)(.+)$/u.exec(text)?.[1]
  if (file !== undefined) return file
  const url = /^postgres(ql)?:\/\//u.test(text) ? URL.parse(text) : null
  return url !== null && url.pathname.length > 1 ? text : null
}

export const database: Setting<string> = {
  flag: "database-url",
  variable: "OUTLAY_DATABASE_URL",
  what: "Database",
  allowed: "sqlite:<file>, such as sqlite:./data/outlay.db, or postgres://user@host/database",
  default: "sqlite:./data/outlay.db",
  read: readDatabase,
}

const host: Setting<string> = {
  flag: "host",
  variable: "OUTLAY_HOST",
  what: "Address to listen on",
  allowed: "a host name or an IP address",
  default: "127.0.0.1",
  read: (text) => (/^[0-9A-Za-z.:_-]{1,253}$/u.test(text) ? text : null),
}

export const readPort = (text: string): number | null =>
  /^(?:0|[1-9]\d{0,4})$/u.test(text) && Number(text) <= 65_535 ? Number(text) : null

const port: Setting<number> = {
  flag: "port",
  variable: "OUTLAY_PORT",
  what: "Port to listen on; 0 picks a free one",
  allowed: "a whole number from 0 to 65535",
  default: "8080",
  read: readPort,
}

const operatorToken: Setting<Redacted.Redacted<string> | "none"> = {
  flag: "operator-token",
  variable: "OUTLAY_OPERATOR_TOKEN",
  what: "Token for /operator/v1; if unset, the operator API is disabled",
  allowed: "16 to 255 visible characters, because it opens every business",
  default: "",
  secret: true,
  read: (text) => {
    if (text === "") return "none"
    return /^[!-~]{16,255}$/u.test(text) ? Redacted.make(text) : null
  },
}

const sandbox: Setting<boolean> = {
  flag: "sandbox",
  variable: "OUTLAY_SANDBOX",
  what: "Allow the operator to set the clock of the service",
  allowed: "true or false",
  default: "false",
  read: readSwitch,
}

const rateLimit: Setting<RateLimit | "off"> = {
  flag: "rate-limit",
  variable: "OUTLAY_RATE_LIMIT",
  what: "Request limit for each token",
  allowed: "requests/seconds such as 1200/60, or off",
  default: "1200/60",
  read: (text) => {
    if (text === "off") return "off"
    const match = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/u.exec(text)
    return match === null ? null : { requests: Number(match[1]), seconds: Number(match[2]) }
  },
}

const log: Setting<"pretty" | "json" | "auto"> = {
  flag: "log",
  variable: "OUTLAY_LOG",
  what: "Log format; defaults to pretty on a terminal, otherwise json",
  allowed: "pretty or json",
  default: "",
  read: (text) => (text === "" ? "auto" : text === "pretty" || text === "json" ? text : null),
}

const accessLog: Setting<boolean> = {
  flag: "access-log",
  variable: "OUTLAY_ACCESS_LOG",
  what: "Log each request: operation, business, status and duration",
  allowed: "true or false",
  default: "false",
  read: readSwitch,
}

const otlpUrl: Setting<string> = {
  flag: "otlp-url",
  variable: "OUTLAY_OTLP_URL",
  what: "OpenTelemetry collector that receives traces, metrics and logs over OTLP/HTTP as JSON",
  allowed: "http:// or https:// without a password or a query, such as http://127.0.0.1:4318",
  default: "",
  read: readOtlpUrl,
}

const metricsPort: Setting<number | "same"> = {
  flag: "metrics-port",
  variable: "OUTLAY_METRICS_PORT",
  what: "Separate port for /metrics; if unset, the main port serves it",
  allowed: "a whole number from 0 to 65535",
  default: "",
  read: (text) => (text === "" ? "same" : readPort(text)),
}

const publicUrl: Setting<string> = {
  flag: "public-url",
  variable: "OUTLAY_PUBLIC_URL",
  what: "Public address of the service, for links and sessions; on loopback, defaults to its own address",
  allowed: "https:// and a host name, without a path, such as https://outlay.example.com",
  default: "",
  read: readPublicUrl,
}

const proxies: Setting<number> = {
  flag: "proxies",
  variable: "OUTLAY_PROXIES",
  what: "Number of your proxies in front of the service that append to X-Forwarded-For",
  allowed: "a whole number from 0 to 9",
  default: "0",
  read: (text) => (/^\d$/u.test(text) ? Number(text) : null),
}

const maxOrigins = 20

const corsOrigins: Setting<ReadonlyArray<string>> = {
  flag: "cors-origins",
  variable: "OUTLAY_CORS_ORIGINS",
  what: "Other sites whose pages may use the API with a token, separated by commas",
  allowed: `at most ${maxOrigins} of https:// and a host name, such as https://app.example.com`,
  default: "",
  read: (text) => {
    const origins = text === "" ? [] : text.split(",").map((_) => readOrigin(_.trim()))
    return origins.length <= maxOrigins && !origins.includes(null)
      ? origins.filter((_) => _ !== null)
      : null
  },
}

const smtpUrl: Setting<Redacted.Redacted<string> | "none"> = {
  flag: "smtp-url",
  variable: "OUTLAY_SMTP_URL",
  what: "Mail server for messages; if unset, they are written to the mail folder",
  allowed: `smtp://user:password@host:port, or smtps:// for a connection that begins with TLS; options after a question mark are ${smtpOptionNames.join(", ")}`,
  default: "",
  secret: true,
  read: (text) => (text === "" ? "none" : isSmtpUrl(text) ? Redacted.make(text) : null),
}

const mailFrom: Setting<string> = {
  flag: "mail-from",
  variable: "OUTLAY_MAIL_FROM",
  what: "Sender address of messages",
  allowed: "one e-mail address such as outlay@example.com",
  default: "outlay@localhost",
  read: (text) => (/^[!#-'*+./0-9=?A-Z^-~-]{1,64}@[0-9A-Za-z.-]{1,189}$/u.test(text) ? text : null),
}

const mailFolder: Setting<string> = {
  flag: "mail-folder",
  variable: "OUTLAY_MAIL_FOLDER",
  what: "Folder for messages if there is no mail server; one file per message",
  allowed: "a folder",
  default: "./data/mail",
  read: (text) => (text === "" || text.includes("\0") ? null : text),
}

const webhookPrivateTargets: Setting<boolean> = {
  flag: "webhook-private-targets",
  variable: "OUTLAY_WEBHOOK_PRIVATE_TARGETS",
  what: "Allow webhooks to private addresses and over plain HTTP",
  allowed: "true or false",
  default: "false",
  read: readSwitch,
}

export const servesConsole: Setting<boolean> = {
  flag: "console",
  variable: "OUTLAY_CONSOLE",
  what: "Serve the console at /; otherwise / leads to the API reference",
  allowed: "true or false",
  default: "true",
  read: readSwitch,
}

export const receiptsUrl: Setting<{ readonly place: ReceiptsPlace }> = {
  flag: "receipts-url",
  variable: "OUTLAY_RECEIPTS_URL",
  what: "Storage for receipt files; if unset, a folder next to the database",
  allowed: "folder:<folder>, or s3:https://key:secret@host/bucket?region=<region>",
  default: "",
  secret: true,
  read: (text) => {
    const place = readReceiptsPlace(text)
    return place === "malformed" ? null : { place }
  },
}

/** All settings of `outlay serve`, in the order in which help shows them. */
export const serving = {
  host,
  port,
  database,
  operatorToken,
  sandbox,
  rateLimit,
  log,
  accessLog,
  otlpUrl,
  metricsPort,
  smtpUrl,
  mailFrom,
  mailFolder,
  receiptsUrl,
  backupUrl,
  backupEvery,
  backupKeep,
  webhookPrivateTargets,
  console: servesConsole,
  publicUrl,
  ...oidcSettings,
  corsOrigins,
  proxies,
} as const

const serverBackup = `${backupUrl.variable} (or --${backupUrl.flag}) is for SQLite: back up PostgreSQL with pg_dump or pgBackRest.`

const missingFrom = `${mailFrom.variable} (or --${mailFrom.flag}) must be given with a mail server: ${mailFrom.default} is only a placeholder.`

/** Variables for the command that makes a backup, with the settings of this service. */
const backupVariables = (flags: Given, variables: Given): Redacted.Redacted<Given> =>
  Redacted.make(
    Object.fromEntries(
      [database, receiptsUrl, backupUrl, backupKeep].map(({ flag, variable }) => [
        variable,
        flags[flag] ?? variables[variable],
      ]),
    ),
  )

/**
 * Returns all settings of `outlay serve`, or all errors in the order in which help shows the
 * settings, so that they can be fixed together.
 */
export const readSettings = (
  flags: Given,
  variables: Given,
  isTerminal: boolean,
): Result.Result<Settings, readonly [string, ...ReadonlyArray<string>]> => {
  const of = <A>(setting: Setting<A>): A =>
    Result.getOrElse(
      readSetting(setting, flags, variables),
      () => setting.read(setting.default) as A,
    )
  const token = of(operatorToken)
  const limit = of(rateLimit)
  const style = of(log)
  const collector = of(otlpUrl)
  const metricsPortSetting = of(metricsPort)
  const smtp = of(smtpUrl)
  const reached = of(publicUrl)
  const from = of(mailFrom)
  const sender = readSetting(mailFrom, flags, variables)
  const isNobody = Result.isSuccess(sender) && from === mailFrom.default
  const [fault, ...others] = [
    ...Object.values<Setting<unknown>>(serving).flatMap((setting) => {
      const read = readSetting(setting, flags, variables)
      return Result.isFailure(read) ? [read.failure] : []
    }),
    ...(smtp !== "none" && isNobody ? [missingFrom] : []),
    ...(of(backupUrl).place !== null && isServer(of(database)) ? [serverBackup] : []),
    ...contradictionsOfOidc(flags, variables, of(servesConsole)),
  ]
  if (fault !== undefined) return Result.fail([fault, ...others])
  return Result.succeed({
    host: of(host),
    port: of(port),
    database: of(database),
    operatorToken: token === "none" ? null : token,
    sandbox: of(sandbox),
    rateLimit: limit === "off" ? null : limit,
    log: style === "auto" ? (isTerminal ? "pretty" : "json") : style,
    accessLog: of(accessLog),
    otlpUrl: collector === "none" ? null : collector,
    metricsPort: metricsPortSetting === "same" ? null : metricsPortSetting,
    mail: { smtp: smtp === "none" ? null : smtp, folder: of(mailFolder), from },
    receipts: of(receiptsUrl).place,
    backup:
      of(backupUrl).place === null
        ? null
        : { every: of(backupEvery), variables: backupVariables(flags, variables) },
    webhookPrivateTargets: of(webhookPrivateTargets),
    console: of(servesConsole),
    publicUrl: reached === "none" ? null : reached,
    oidc: oidcOf(of),
    corsOrigins: of(corsOrigins),
    proxies: of(proxies),
  })
}

/** The process's environment, which is read only here. */
export const environment = (): Given => process.env
