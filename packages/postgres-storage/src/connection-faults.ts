import { createPrivateKey, X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import pg from "pg"
import { reasonOf } from "./failures.ts"

/** Returns what is wrong with the text of a file; null if nothing is. */
type Judge = (text: string) => string | null

const certificateOf = (text: string): X509Certificate | null => {
  try {
    return new X509Certificate(text)
  } catch {
    return null
  }
}

const isCertificate: Judge = (text) =>
  certificateOf(text) === null ? "has no certificate in PEM" : null

const isValidNow: Judge = (text) => {
  const until = certificateOf(text)?.validTo
  const isPast = until !== undefined && Date.parse(until) < Date.now()
  return isPast ? `has a certificate that expired on ${until}: renew it` : null
}

const isKey: Judge = (text) => {
  try {
    createPrivateKey(text)
    return null
  } catch {
    return /ENCRYPTED/u.test(text)
      ? "has a key with a passphrase, which cannot be entered: remove it with openssl pkey"
      : "has no private key in PEM"
  }
}

/** The files that a URL names, and the checks of each. */
const judges: { readonly [parameter: string]: ReadonlyArray<Judge> } = {
  sslrootcert: [isCertificate],
  sslcert: [isCertificate, isValidNow],
  sslkey: [isKey],
}

const unread: { readonly [code: string]: string } = {
  ENOENT: "does not exist",
  EACCES: "cannot be read by the user of this process",
  EISDIR: "is a folder",
}

const faultOfFile = (path: string, all: ReadonlyArray<Judge>): string | null => {
  try {
    const text = readFileSync(path, "utf8")
    return all.map((judge) => judge(text)).find((fault) => fault !== null) ?? null
  } catch (error) {
    return unread[(error as NodeJS.ErrnoException).code ?? ""] ?? "cannot be read"
  }
}

/** Returns what is wrong with the certificates and keys that a URL names; null if nothing is. */
const faultOfFiles = (given: URLSearchParams): string | null => {
  for (const [parameter, all] of Object.entries(judges)) {
    const path = given.get(parameter)
    const fault = path === null ? null : faultOfFile(path, all)
    if (fault !== null) return `the file of ${parameter}, ${path}, ${fault}`
  }
  const [certificate, key] = [given.get("sslcert"), given.get("sslkey")]
  if (certificate === null || key === null) return null
  const isPair = new X509Certificate(readFileSync(certificate)).checkPrivateKey(
    createPrivateKey(readFileSync(key)),
  )
  return isPair ? null : `the key of sslkey, ${key}, is not that of the certificate of sslcert`
}

/** Errors of OpenSSL for a certificate that no trusted authority has signed. */
const untrusted =
  /^(?:SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF))/u

const setAuthority = "set sslrootcert to the file of the authority's certificate"

const faultOfAuthority = (given: URLSearchParams): string => {
  const path = given.get("sslrootcert")
  return path === null
    ? `no trusted authority has signed its certificate; ${setAuthority}`
    : `the file of sslrootcert, ${path}, does not have the authority that signed its certificate`
}

/** Alerts of a server about the client's certificate, in the words of OpenSSL. */
const alerts: ReadonlyArray<readonly [RegExp, string]> = [
  [/alert unknown ca/u, "it does not trust the authority of the certificate of sslcert"],
  [/alert certificate (expired|revoked)/u, "it refuses the certificate of sslcert: it is over"],
  [/alert .*certificate/u, "it refuses the certificate of sslcert"],
]

/** Returns an error of TLS without the numbers and source paths in the message of OpenSSL. */
const faultOfTls = (error: { readonly code?: string; readonly reason?: string }): string => {
  const reason = error.reason ?? error.code ?? ""
  return alerts.find(([pattern]) => pattern.test(reason))?.[1] ?? `TLS failed: ${reason}`
}

/** Error of the driver if it has no password. */
const withoutPassword = /client password must be a (?:non-empty )?string/u

/**
 * Returns the reason why a connection could not be opened, in words for the operator, who can fix
 * it. `limitMs` is the time for which it was tried.
 */
export const openingReason = (error: unknown, url: string, limitMs: number): string => {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return reasonOf(error)
  const { message } = error
  const { code = "" } = error as NodeJS.ErrnoException
  if (message === "timeout expired") return `it has not answered for ${limitMs / 1_000} s`
  if (withoutPassword.test(message)) {
    return "it asks for a password: set PGPASSWORD, or add a line to ~/.pgpass"
  }
  const given = new URL(url).searchParams
  const ofFiles = given.get("sslmode") === "disable" ? null : faultOfFiles(given)
  if (ofFiles !== null) return ofFiles
  if (untrusted.test(code)) return faultOfAuthority(given)
  if (code === "CERT_HAS_EXPIRED") return "its certificate has expired: renew it there"
  return /^ERR_(?:SSL|OSSL)/u.test(code) ? faultOfTls(error as { code?: string }) : reasonOf(error)
}
