import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Redacted, Result } from "effect"
import { describe, expect, test } from "vitest"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { readSettings, serving } from "./config.ts"
import type { Given } from "./setting-form.ts"

const settingsOf = (flags: Given, variables: Given = {}, isTerminal = false) => {
  const read = readSettings(flags, variables, isTerminal)
  return Result.isSuccess(read) ? read.success : read.failure
}

const names = Object.values(serving).map(({ variable }) => variable)

describe("settings", () => {
  test("have the defaults of the interface", () => {
    expect(settingsOf({})).toEqual({
      host: "127.0.0.1",
      port: 8080,
      database: "./data/outlay.db",
      operatorToken: null,
      sandbox: false,
      rateLimit: { requests: 1200, seconds: 60 },
      log: "json",
      accessLog: false,
      otlpUrl: null,
      metricsPort: null,
      mail: { smtp: null, folder: "./data/mail", from: "outlay@localhost" },
      receipts: null,
      backup: null,
      webhookPrivateTargets: false,
      console: true,
      publicUrl: null,
      oidc: null,
      corsOrigins: [],
      proxies: 0,
    })
  })

  test("a flag wins over its variable, and a variable over the default", () => {
    const variables = { OUTLAY_PORT: "1", OUTLAY_HOST: "0.0.0.0", OUTLAY_LOG: "" }
    expect(settingsOf({ port: "2" }, variables, true)).toMatchObject({
      port: 2,
      host: "0.0.0.0",
      log: "pretty",
    })
  })

  test("all errors are reported at once, with variable, flag and allowed values", () => {
    const faults = settingsOf(
      { port: "99999" },
      { OUTLAY_SANDBOX: "yes", OUTLAY_RATE_LIMIT: "1/0" },
    )
    expect(faults).toEqual([
      '--port (or OUTLAY_PORT) must be a whole number from 0 to 65535; "99999" is not.',
      'OUTLAY_SANDBOX (or --sandbox) must be true or false; "yes" is not.',
      'OUTLAY_RATE_LIMIT (or --rate-limit) must be requests/seconds such as 1200/60, or off; "1/0" is not.',
    ])
  })

  test("each invalid setting is one error of one line", () => {
    const wrong = { ...Object.fromEntries(names.map((name) => [name, "\n\0"])) }
    const faults = settingsOf({}, wrong) as ReadonlyArray<string>
    expect(faults.map((fault) => fault.split(" ")[0])).toEqual(names)
    for (const fault of faults) expect(fault).toMatch(/^[^\n]+ must be [^\n]+ is not\.$/u)
  })

  test("backups of PostgreSQL are refused with the tools to use instead", () => {
    const given = { "database-url": "postgres://outlay@db/outlay", "backup-url": "folder:backups" }
    expect(settingsOf(given)).toEqual([
      "OUTLAY_BACKUP_URL (or --backup-url) is for SQLite: back up PostgreSQL with pg_dump or pgBackRest.",
    ])
    expect(settingsOf({ "backup-url": "folder:backups" })).toMatchObject({
      backup: { every: 86_400_000 },
    })
  })

  test("a mail server with an invalid sender is one error", () => {
    const server = { "smtp-url": "smtp://mail.example.com", "mail-from": "nobody" }
    expect(settingsOf(server)).toHaveLength(1)
  })

  test.each([
    ["smtp://mail.example.com", true],
    ["smtps://user:p%40ss@mail.example.com:465/?requireTLS=true", true],
    ["smtp://mail.example.com?name=outlay.example.com&authMethod=LOGIN", true],
    ["smtp://mail.example.com?tls.servername=mx&tls.rejectUnauthorized=false", true],
    ["smtp://user:%zz@mail.example.com", false],
    ["smtp://us%er:password@mail.example.com", false],
    ["smtp://user:%ff@mail.example.com", false],
    ["smtp://mail.example.com?requireTls=true", false],
    ["smtp://mail.example.com?requireTLS=yes", false],
    ["smtp://mail.example.com?requireTLS=true&requireTLS=false", false],
    ["smtp://mail.example.com?tls=required", false],
    ["smtp://mail.example.com#requireTLS=true", false],
    ["smtp://mail.example.com/requireTLS", false],
    ["mail.example.com:587", false],
  ])("the mail server %s is allowed: %s", (url, isAllowed) => {
    const settings = settingsOf({ "smtp-url": url, "mail-from": "outlay@example.com" })
    expect(Array.isArray(settings)).toBe(!isAllowed)
  })

  test.each([
    ["s3:https://key:secret@s3.example.com/bucket?region=eu", true],
    ["s3:https://key:secret%2F@s3.example.com/bucket", true],
    ["s3:https://key:secret%zz@s3.example.com/bucket", false],
    ["s3:https://key:secret@s3.example.com/bucket?Region=eu", false],
    ["s3:https://key:secret@s3.example.com/bucket?region=eu&region=us", false],
  ])("the bucket %s is allowed: %s", (url, isAllowed) => {
    for (const name of ["receipts-url", "backup-url"]) {
      expect(Array.isArray(settingsOf({ [name]: url }))).toBe(!isAllowed)
    }
  })

  test("an error does not print a value that may contain a secret", () => {
    const given = {
      ...{ "otlp-url": "https://c.example/?api_key=hidden", "smtp-url": "hidden" },
      ...{ "oidc-issuer": "https://id.example#hidden", "oidc-client-secret-file": "hidden" },
      ...{
        "database-url": "postgres://db?password=hidden",
        "receipts-url": "s3:https://a:hidden@b",
      },
    }
    const faults = settingsOf(given) as ReadonlyArray<string>
    expect(faults.filter((fault) => fault.includes("what was given is not."))).toHaveLength(6)
    expect(faults.join("\n")).not.toContain("hidden")
  })

  describe("settings of an OpenID Connect provider", () => {
    const client = { "oidc-issuer": "https://id.example.com/realm", "oidc-client-id": "outlay" }

    test("need an issuer and a client id; the name defaults to the host", () => {
      expect(settingsOf(client)).toMatchObject({
        oidc: { clientId: "outlay", clientSecret: null, name: "id.example.com", links: true },
      })
      const named = settingsOf({ ...client, "oidc-name": " Example ID " })
      expect(named).toMatchObject({ oidc: { name: "Example ID" } })
      const alone = settingsOf({ ...client, "sign-in-links": "false" })
      expect(alone).toMatchObject({ oidc: { links: false } })
    })

    test("accept a secret or a file with a secret, and do not print it", () => {
      const file = join(temporaryFolder("oidc"), "secret")
      writeFileSync(file, "secret-in-a-file\n")
      for (const given of [
        { "oidc-client-secret": "secret-in-a-file" },
        { "oidc-client-secret-file": file },
      ]) {
        const settings = settingsOf({ ...client, ...given })
        const secret = "oidc" in settings ? settings.oidc?.clientSecret : null
        expect(secret && Redacted.value(secret)).toBe("secret-in-a-file")
        expect(JSON.stringify(settings)).not.toContain("secret-in-a-file")
      }
    })

    test.each<readonly [string, Given, string]>([
      ["an issuer over plain HTTP", { "oidc-issuer": "http://id.example.com" }, "is not."],
      ["an issuer with a password", { "oidc-issuer": "https://a:b@id.example.com" }, "is not."],
      ["a missing file", { "oidc-client-secret-file": "/nowhere" }, "is not."],
      ["no client", { "oidc-client-id": "" }, "--oidc-client-id) must be given with an issuer."],
      ["no issuer", { "oidc-issuer": "" }, "must be given with OUTLAY_OIDC_CLIENT_ID."],
      ["a disabled console", { console: "false" }, "needs the console, where people sign in."],
    ])("are refused with %s", (_, given, sentence) => {
      const faults = settingsOf({ ...client, ...given }) as ReadonlyArray<string>
      expect(faults).toHaveLength(1)
      expect(faults[0]).toContain(sentence)
    })

    test("are required to disable sign-in links", () => {
      expect(settingsOf({ "sign-in-links": "false" })).toEqual([
        "OUTLAY_OIDC_ISSUER (or --oidc-issuer) must be given with OUTLAY_SIGN_IN_LINKS.",
      ])
      expect(settingsOf({ "sign-in-links": "true" })).toMatchObject({ oidc: null })
    })

    test("are refused with both a secret and a secret file", () => {
      const file = join(temporaryFolder("oidc"), "secret")
      writeFileSync(file, "one")
      const both = { "oidc-client-secret": "one", "oidc-client-secret-file": file }
      expect(settingsOf({ ...client, ...both })).toEqual([
        "Give OUTLAY_OIDC_CLIENT_SECRET or OUTLAY_OIDC_CLIENT_SECRET_FILE, not both.",
      ])
    })
  })

  test("a secret is printed neither in errors nor in settings", () => {
    const secret = "too short"
    expect(JSON.stringify(settingsOf({}, { OUTLAY_OPERATOR_TOKEN: secret }))).not.toContain(secret)
    const settings = settingsOf({ "operator-token": "0123456789abcdef" })
    expect(JSON.stringify(settings)).not.toContain("0123456789abcdef")
    expect(
      "operatorToken" in settings &&
        settings.operatorToken &&
        Redacted.value(settings.operatorToken),
    ).toBe("0123456789abcdef")
  })

  test("a mail server needs a sender address, and its URL is not printed", () => {
    const server = { "smtp-url": "smtp://outlay:very%20secret@mail.example.com:587" }
    expect(settingsOf(server)).toEqual([
      "OUTLAY_MAIL_FROM (or --mail-from) must be given with a mail server: outlay@localhost is only a placeholder.",
    ])
    const settings = settingsOf(server, { OUTLAY_MAIL_FROM: "outlay@example.com" })
    expect(JSON.stringify(settings)).not.toContain("secret")
    expect("mail" in settings && settings.mail.smtp && Redacted.value(settings.mail.smtp)).toBe(
      server["smtp-url"],
    )
    const [fault] = settingsOf({ "smtp-url": "http://outlay:secret@mail.example.com" }) as [string]
    expect(fault).toContain("OUTLAY_SMTP_URL")
    expect(fault).not.toContain("secret")
  })

  test.each([
    ["port", "", null],
    ["port", "0", 0],
    ["port", "65535", 65_535],
    ["port", "65536", null],
    ["port", "080", null],
    ["port", "1e2", null],
    ["host", "::1", "::1"],
    ["host", "a b", null],
    ["database", "sqlite:a.db", "a.db"],
    ["database", "sqlite:/var/a.db", "/var/a.db"],
    ["database", "sqlite:", null],
    ["database", "postgres://a", null],
    ["rateLimit", "off", "off"],
    ["rateLimit", "10/1", { requests: 10, seconds: 1 }],
    ...["0/1", "10", "10/0", "-1/60", "1e3/60", "10/60s", " 10/60"].map(
      (text) => ["rateLimit", text, null] as const,
    ),
    ["sandbox", "TRUE", null],
    ["log", "xml", null],
    ["metricsPort", "9464", 9464],
    ["metricsPort", "no", null],
    ["smtpUrl", "", "none"],
    ["smtpUrl", "mail.example.com", null],
    ["smtpUrl", "http://mail.example.com", null],
    ["smtpUrl", "smtp://", null],
    ["smtpUrl", "smtp://mail.example.com/inbox", null],
    ["mailFrom", "outlay@example.com", "outlay@example.com"],
    ["mailFrom", "a@example.com, b@example.com", null],
    ["mailFrom", "Outlay <outlay@example.com>", null],
    ["mailFrom", "outlay@example.com\r\nBcc: b@example.com", null],
    ["mailFrom", "outlay", null],
    ["mailFolder", "/var/mail", "/var/mail"],
    ["webhookPrivateTargets", "true", true],
    ["webhookPrivateTargets", "false", false],
    ["webhookPrivateTargets", "1", null],
    ["publicUrl", "", "none"],
    ["publicUrl", "https://outlay.example.com", "https://outlay.example.com"],
    ["publicUrl", "https://OUTLAY.example.com:8443/", "https://outlay.example.com:8443"],
    ["publicUrl", "http://localhost:8080", "http://localhost:8080"],
    ["publicUrl", "http://[::1]:8080", "http://[::1]:8080"],
    ["publicUrl", "http://outlay.example.com", null],
    ["publicUrl", "http://127.0.0.1.example.com", null],
    ["publicUrl", "https://outlay.example.com/app", null],
    ["publicUrl", "https://outlay.example.com?a", null],
    ["publicUrl", "https://ann:secret@outlay.example.com", null],
    ["publicUrl", "outlay.example.com", null],
    ["publicUrl", "javascript:alert(1)", null],
    ["proxies", "2", 2],
    ["proxies", "-1", null],
    ["proxies", "10", null],
    ["backupUrl", "", { place: null }],
    ["backupUrl", "folder:/mnt/backups", { place: { folder: "/mnt/backups" } }],
    ["backupUrl", "/mnt/backups", null],
    ["backupUrl", "s3:https://s3.example.com/bucket", null],
    ["backupEvery", "30m", 1_800_000],
    ["backupEvery", "6h", 21_600_000],
    ["backupEvery", "1d", 86_400_000],
    ["backupEvery", "0d", null],
    ["backupEvery", "1w", null],
    ["backupEvery", "86400", null],
    ["backupKeep", "all", "all"],
    ["backupKeep", "daily", null],
  ] as const)("%s %j is read as %j", (name, text, expected) => {
    expect(serving[name].read(text)).toEqual(expected)
  })

  test.each([
    ["https://a.example,https://b.example:8443", ["https://a.example", "https://b.example:8443"]],
    [
      "http://localhost:5173 , http://127.0.0.1:3000",
      ["http://localhost:5173", "http://127.0.0.1:3000"],
    ],
  ])("accept the origins %s", (text, corsOrigins) => {
    expect(settingsOf({ "cors-origins": text })).toMatchObject({ corsOrigins })
  })

  test.each([
    "*",
    "null",
    "a.example",
    "https://a.example/",
    "https://a.example/app",
    "https://A.example",
    "https://me@a.example",
    "http://a.example",
    "https://a.example,",
    Array.from({ length: 21 }, (_, n) => `https://${n}.example`).join(","),
  ])("refuse %s as origins", (text) => {
    const [fault] = settingsOf({ "cors-origins": text }) as ReadonlyArray<string>
    expect(fault).toContain("https:// and a host name, such as https://app.example.com")
  })
})
