import { createPrivateKey, generateKeyPairSync } from "node:crypto"
import { chownSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { Connection } from "../src/connection.ts"
import { reasonOf } from "../src/failures.ts"
import { settingsOf } from "../src/options.ts"
import { certificate, expired, key, stranger } from "./certificate.ts"
import {
  hasPrograms,
  leftOut,
  newServer,
  runStatements,
  type Server,
  unprivilegedId,
} from "./server.ts"
import { silentPort } from "./silence.ts"

const isRoot = process.getuid?.() === 0
const pem = { type: "pkcs8", format: "pem" } as const
const locked = { ...pem, cipher: "aes-256-cbc", passphrase: "open sesame" }

/** Roles that may connect, and how they authenticate. */
const rules = `
local all all trust
host all outlay all trust
hostssl all certified all trust clientcert=verify-ca
host all named all scram-sha-256
`

const tests = () => {
  const folder = temporaryFolder("opening")
  const path = (name: string) => join(folder, name)
  let server: Server
  beforeAll(async () => {
    const otherKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
    const files = {
      "root.pem": certificate,
      "key.pem": key,
      "expired.pem": expired,
      "stranger.pem": stranger,
      "other-key.pem": otherKey.export(pem),
      "locked-key.pem": createPrivateKey(key).export(locked),
      "rules.conf": rules,
      "nothing.pem": "none",
    }
    mkdirSync(path("folder.pem"))
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path(name), text, { mode: 0o600 })
      if (isRoot) chownSync(path(name), unprivilegedId, unprivilegedId)
    }
    if (isRoot) chownSync(folder, unprivilegedId, unprivilegedId)
    const named = `ssl_cert_file=${path("root.pem")}`
    const settings = ["ssl=on", named, `ssl_key_file=${path("key.pem")}`]
    const trusted = `ssl_ca_file=${path("root.pem")}`
    server = await newServer([...settings, trusted, `hba_file=${path("rules.conf")}`])
    const roles = ["create role certified login", "create role named login password 's3cret'"]
    await runStatements(server.url(), ...roles)
  })
  afterAll(() => server.remove())

  const outcomeOf = async (who: string, parameters: string) => {
    const query = parameters.replaceAll("@", `${folder}/`)
    const url = server.url().replace("outlay@127.0.0.1", `${who}@localhost`)
    try {
      const settings = settingsOf({ url: `${url}?${query}` })
      const connection = await Connection.open(settings, () => undefined)
      await connection.close()
      return "opened"
    } catch (error) {
      return reasonOf(error).replaceAll(`${folder}/`, "@")
    }
  }

  const root = "sslmode=verify-full&sslrootcert=@root.pem"
  test.each([
    ["root.pem", "key.pem", "opened"],
    [
      "expired.pem",
      "key.pem",
      /^the file of sslcert, @expired.pem, has a certificate that expired/,
    ],
    ["stranger.pem", "key.pem", "it does not trust the authority of the certificate of sslcert"],
    ["root.pem", "other-key.pem", /^the key of sslkey, @other-key.pem, is not that of the cert/],
    [
      "root.pem",
      "locked-key.pem",
      /^the file of sslkey, .* has a key with a passphrase, .* remove/,
    ],
    ["root.pem", "nothing.pem", "the file of sslkey, @nothing.pem, has no private key in PEM"],
    ["nothing.pem", "key.pem", "the file of sslcert, @nothing.pem, has no certificate in PEM"],
    ["absent.pem", "key.pem", "the file of sslcert, @absent.pem, does not exist"],
    ["folder.pem", "key.pem", "the file of sslcert, @folder.pem, is a folder"],
  ])("a client's certificate %s with the key %s: %s", async (cert, key, expected) => {
    const found = await outcomeOf("certified", `${root}&sslcert=@${cert}&sslkey=@${key}`)
    expect(found).toMatch(expected)
    expect(found).not.toMatch(/SSL routines|\n|sesame/u)
  })

  test.each([
    ["sslmode=verify-full", /^no trusted authority has signed .*; set sslrootcert to the file/],
    [
      "sslmode=verify-full&sslrootcert=@stranger.pem",
      "the file of sslrootcert, @stranger.pem, does not have the authority that signed its cert",
    ],
    ["sslmode=verify-full&sslrootcert=@key.pem", /sslrootcert, @key.pem, has no certificate/],
    ["sslmode=verify-full&sslrootcert=@absent.pem", /sslrootcert, @absent.pem, does not exist/],
  ])("an authority by %s: %s", async (parameters, expected) =>
    expect(await outcomeOf("outlay", parameters)).toMatch(expected),
  )

  test.each([
    ["named", "it asks for a password: set PGPASSWORD, or add a line to ~/.pgpass"],
    ["named:wrong", '28P01: password authentication failed for user "named"'],
    ["named:s3cret", "opened"],
  ])("a password: %s", async (who, expected) => expect(await outcomeOf(who, root)).toBe(expected))

  test("a server that does not respond is reported with the time that it was tried", async () => {
    const url = `postgres://outlay@127.0.0.1:${await silentPort()}/outlay`
    const opening = Connection.open(settingsOf({ url }), () => undefined)
    expect(await opening.catch(reasonOf)).toBe("it has not answered for 5 s")
  })
}

if (hasPrograms) describe("opening a connection", tests)
else test(leftOut, () => expect(hasPrograms).toBe(false))
