/** Reasons of failed deliveries, in words for the owner of the webhook. */
const words: Readonly<Record<string, string>> = {
  OUTLAY_ADDRESS_NOT_ALLOWED: "The host name resolves to an address that is not allowed.",
  OUTLAY_NO_DNS: "The host name could not be resolved.",
  OUTLAY_TIMEOUT: "The request timed out.",
  OUTLAY_TOO_LONG: "The receiver sent too much data before a response.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before a response.",
  EPIPE: "The connection was closed before a response.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The host cannot be reached.",
  EADDRNOTAVAIL: "The host cannot be reached.",
  ETIMEDOUT: "The connection timed out.",
  ENOTFOUND: "Unknown host name.",
  ENODATA: "The host name has no address.",
  CERT_HAS_EXPIRED: "The certificate has expired.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate is for another host.",
  EPROTO: "The TLS handshake failed.",
  HPE_HEADER_OVERFLOW: "The response headers are too long.",
}

/** Codes of certificates without a trusted signature. */
const untrusted = /^(?:DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/u

/** Returns the reason for an unknown code. Its DNS or network code may help. */
const unknown = (code: string): string => {
  if (untrusted.test(code)) return "The certificate is not trusted."
  if (/^(?:ERR_SSL|ERR_TLS|CERT)_/u.test(code)) return `The TLS handshake failed (${code}).`
  if (code.startsWith("HPE_")) return "The response is not HTTP."
  return /^[A-Z][A-Z\d_]{2,40}$/u.test(code)
    ? `The request to the receiver failed (${code}).`
    : "The request to the receiver failed."
}

/** Returns the reason, without text of the receiver or the URL, which may have a secret. */
export const reasonOf = (error: unknown): string => {
  const { code } = error as { readonly code?: unknown }
  return typeof code === "string" ? (words[code] ?? unknown(code)) : unknown("")
}
