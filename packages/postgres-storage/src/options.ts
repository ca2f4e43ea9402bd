import { Effect } from "effect"
import { DatabaseRefused } from "./errors.ts"

/** The database, and how it is used. */
export interface PostgresOptions {
  /**
   * `postgres://user:password@host:5432/database?sslmode=verify-full`, or with a socket's folder,
   * `postgres:///database?host=/run/postgresql`. Its parameters `pool_size`, `statement_timeout`,
   * `lock_timeout` and `lost_after` set the options below.
   */
  readonly url: string
  /** `readable` neither creates nor migrates tables, and writes nothing. Default `writable`. */
  readonly mode?: "writable" | "readable"
  /** Maximum number of connections of this process, in addition to the watching one. Default 10. */
  readonly poolSize?: number
  /** Time limit of a statement in milliseconds; 0 for none. Default 30 s. */
  readonly statementTimeoutMs?: number
  /**
   * Time limit of a unit that waits while no other unit of its business makes progress, in
   * milliseconds. Default 5 s.
   */
  readonly lockTimeoutMs?: number
  /**
   * Time without a response, in milliseconds, after which the database counts as lost. Default 750
   * ms, or a minute if `mode` is `readable`.
   */
  readonly lostAfterMs?: number
}

/** The options with defaults. */
export type Settings = Required<PostgresOptions>

const numberOf =
  (least: number, most: number) =>
  (text: string): number | null => {
    const value = /^\d{1,9}$/u.test(text) ? Number(text) : -1
    return value >= least && value <= most ? value : null
  }

const dayMs = 86_400_000

/** Options in the parameters of the URL, with their valid values in words and a parser. */
const own = {
  pool_size: { option: "poolSize", form: "from 1 to 1000", read: numberOf(1, 1_000) },
  statement_timeout: {
    option: "statementTimeoutMs",
    form: "of milliseconds, at most 86400000",
    read: numberOf(0, dayMs),
  },
  lock_timeout: {
    option: "lockTimeoutMs",
    form: "of milliseconds, from 1 to 86400000",
    read: numberOf(1, dayMs),
  },
  lost_after: {
    option: "lostAfterMs",
    form: "of milliseconds, from 100 to 86400000",
    read: numberOf(100, dayMs),
  },
} as const

/** Parameters that the driver reads. */
const ofDriver = [
  ...["host", "port", "user", "password", "application_name", "options"],
  ...["sslmode", "sslrootcert", "sslcert", "sslkey", "sslnegotiation"],
]

const modes = ["disable", "require", "verify-ca", "verify-full"]

/** Returns what is wrong with the encryption parameters of a URL, or null. */
const faultOfTls = (given: URLSearchParams): string | null => {
  const mode = given.get("sslmode")
  if (mode !== null && !modes.includes(mode)) {
    return `has an sslmode that must be one of ${modes.join(", ")}`
  }
  if (mode === "verify-ca" && !given.has("sslrootcert")) {
    return "has sslmode=verify-ca without sslrootcert, the file of the authority's certificate"
  }
  if (given.has("sslcert") !== given.has("sslkey")) {
    return "has only one of sslcert and sslkey: the certificate and its key are used together"
  }
  return null
}

/** Returns a decoded part of a URL, or null. Bundlers drop a call whose value is not used. */
const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Returns true if every part can be decoded: the driver would read `%zz` as another text. */
const isDecodable = (text: string, { username, password, hostname, pathname }: URL): boolean =>
  !/%(?![0-9A-Fa-f]{2})/u.test(text) &&
  ![username, password, hostname, pathname].map(decoded).includes(null)

/**
 * Reads the options of a URL, and returns it without them, for the driver.
 *
 * @throws DatabaseRefused if the URL is invalid.
 */
const read = (text: string): Partial<Settings> & { readonly url: string } => {
  const refuse = (reason: string): never => {
    throw new DatabaseRefused({ file: shownUrl(text), reason })
  }
  const url = URL.parse(text) ?? refuse("has a URL that cannot be read")
  if (!isDecodable(text, url)) {
    refuse("has a URL with a % that is not followed by the code of a character: write % as %25")
  }
  const given = url.searchParams
  const options: { [option: string]: number } = {}
  for (const [name, value] of [...given]) {
    // The driver takes the last one.
    if (given.getAll(name).length > 1) refuse(`has ${name} more than once in its URL`)
    if (name in own) {
      const { option, form, read } = own[name as keyof typeof own]
      options[option] = read(value) ?? refuse(`has a ${name} that must be a whole number ${form}`)
      given.delete(name)
    } else if (!ofDriver.includes(name)) {
      const known = [...ofDriver, ...Object.keys(own)].join(", ")
      refuse(`has an unknown parameter ${name} in its URL; there are ${known}`)
    }
  }
  const fault = faultOfTls(given)
  if (fault !== null) refuse(fault)
  // Modes mean what they mean in every other program.
  if (given.has("sslmode")) given.set("uselibpqcompat", "true")
  return { ...options, url: url.href }
}

/**
 * Returns the options, completed by the URL and the defaults.
 *
 * @throws DatabaseRefused if the URL is invalid.
 */
export const settingsOf = ({ url, ...options }: PostgresOptions): Settings => ({
  mode: "writable",
  poolSize: 10,
  statementTimeoutMs: 30_000,
  lockTimeoutMs: 5_000,
  lostAfterMs: options.mode === "readable" ? 60_000 : 750,
  ...read(url),
  ...options,
})

/** The same as an effect. */
export const readSettings = (options: PostgresOptions): Effect.Effect<Settings, DatabaseRefused> =>
  Effect.try({
    try: () => settingsOf(options),
    catch: (error) => error as DatabaseRefused,
  })

/** Returns a database as the operator knows it, without secrets. */
export const shownUrl = (url: string): string => {
  try {
    const { protocol, host, pathname, searchParams } = new URL(url)
    const folder = searchParams.get("host")
    return `${protocol}//${host}${pathname}${folder === null ? "" : `?host=${folder}`}`
  } catch {
    return "of OUTLAY_DATABASE_URL"
  }
}
