import { expect, test } from "vitest"
import { reasonOf } from "../../src/webhooks/faults.ts"

const coded = (code: unknown) => Object.assign(new Error("https://example.com/?key=a"), { code })

test.each([
  [coded("ETIMEDOUT"), "The connection timed out."],
  [coded("ENETUNREACH"), "The host cannot be reached."],
  [coded("CERT_HAS_EXPIRED"), "The certificate has expired."],
  [coded("CERT_REVOKED"), "The TLS handshake failed (CERT_REVOKED)."],
  [coded("DEPTH_ZERO_SELF_SIGNED_CERT"), "The certificate is not trusted."],
  [coded("SELF_SIGNED_CERT_IN_CHAIN"), "The certificate is not trusted."],
  [coded("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), "The certificate is not trusted."],
  [coded("UNABLE_TO_GET_ISSUER_CERT_LOCALLY"), "The certificate is not trusted."],
  [coded("ERR_SSL_WRONG_VERSION_NUMBER"), /^The TLS handshake failed \(ERR_SSL_WRONG_/u],
  [coded("HPE_INVALID_CONSTANT"), "The response is not HTTP."],
  [coded("EMFILE"), "The request to the receiver failed (EMFILE)."],
  [coded("words of a stranger"), "The request to the receiver failed."],
  [coded(7), "The request to the receiver failed."],
  [new Error("https://example.com/?key=a"), "The request to the receiver failed."],
])("the reason of %j is: %s", (error, reason) => {
  expect(reasonOf(error)).toMatch(reason)
  expect(reasonOf(error)).not.toContain("key")
})
