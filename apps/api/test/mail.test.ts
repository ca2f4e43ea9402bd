import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Mailer } from "@outlay/domain"
import type { MailedMessage } from "@outlay/domain/fields"
import { Effect, type Layer, Logger, Redacted } from "effect"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import { afterAll, afterEach, describe, expect, test } from "vitest"
import { notSent } from "../src/mail/failure.ts"
import { folderMailer } from "../src/mail/folder.ts"
import { smtpMailer } from "../src/mail/smtp.ts"

const work = mkdtempSync(join(tmpdir(), "outlay-mail-"))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const from = "outlay@example.com"
const message: MailedMessage = {
  id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b3c",
  to: "sam@example.com",
  subject: "Wattle & Kō invites you",
  text: "Hello,\n\nKō invites you.\n.\nA line that begins with a dot ends nothing.",
  html: null,
  unsubscribe_url: null,
}

const send = (mailer: Layer.Layer<Mailer>, given: MailedMessage = message) =>
  Effect.runPromise(
    Mailer.use((_) => _.send(given)).pipe(
      Effect.provide(mailer),
      Effect.provide(Logger.layer([])),
      Effect.match({ onSuccess: () => "sent", onFailure: ({ reason }) => reason }),
    ),
  )

/** Splits a message into its headers, one per line, and its body. */
const parts = (eml: string) => {
  const end = eml.indexOf("\r\n\r\n")
  const headers = eml
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/gu, " ")
    .split("\r\n")
  return { headers, body: eml.slice(end + 4) }
}

/** Subjects that try to inject headers. */
const subjects = [
  "Hello\r\nBcc: eve@example.com",
  "Hello\nBcc: eve@example.com\n\nAnother body",
  "Hello\rBcc: eve@example.com",
]
const isHeader =
  /^(From|To|Subject|Message-ID|Content-Transfer-Encoding|Date|MIME-Version|Content-Type): /u

/** Addresses that try to inject headers or recipients. */
const addresses = [
  "sam@example.com\r\nBcc: eve@example.com",
  "sam@example.com, eve@example.com",
  "sam@example.com>\r\nRCPT TO:<eve@example.com",
  "sam <sam@example.com>",
]

interface Taken {
  readonly user: string | undefined
  readonly to: ReadonlyArray<string>
  readonly content: string
}

const servers: Array<SMTPServer> = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((_) => new Promise<void>((done) => _.close(done))))
})

/** A mail server on loopback. Returns its URL and the messages that it accepted. */
const mailServer = async (options: SMTPServerOptions = { authOptional: true }) => {
  const taken: Array<Taken> = []
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onData: (stream, { user, envelope }, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        taken.push({ user, to, content: Buffer.concat(chunks).toString() })
        done()
      })
    },
    ...options,
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.server.address() as AddressInfo
  return { taken, port, url: `smtp://127.0.0.1:${port}` }
}

const over = (url: string) => smtpMailer({ url: Redacted.make(url), from })

describe("a mail server", () => {
  test("accepts a message for its only recipient, with the id of the message", async () => {
    const { taken, url } = await mailServer()
    expect(await send(over(url))).toBe("sent")
    expect(taken).toHaveLength(1)
    expect(taken[0]?.to).toEqual(["sam@example.com"])
    const { headers, body } = parts(taken[0]?.content ?? "")
    expect(headers).toContain(`From: ${from}`)
    expect(headers).toContain("To: sam@example.com")
    expect(headers).toContain(`Message-ID: <${message.id}@example.com>`)
    expect(headers.find((_) => _.startsWith("Subject: "))).toContain("=?UTF-8?")
    expect(body).toContain("A line that begins with a dot ends nothing.")
  })

  test("receives user and password; a refusal is reported without the password", async () => {
    const { taken, port } = await mailServer({
      onAuth: ({ username, password }, _, done) =>
        password === "p@ss" ? done(null, { user: username }) : done(new Error("No")),
    })
    expect(await send(over(`smtp://outlay:p%40ss@127.0.0.1:${port}`))).toBe("sent")
    expect(taken[0]?.user).toBe("outlay")
    const refused = await send(over(`smtp://outlay:secret1@127.0.0.1:${port}`))
    expect(refused).toMatch(/535/u)
    expect(refused).not.toContain("secret1")
  })

  test("that echoes the credentials does not leak the password to the log", async () => {
    const shown = Buffer.from("\0outlay\0secret1").toString("base64")
    const { port } = await mailServer({
      authMethods: ["PLAIN"],
      onAuth: (_, __, done) => done(new Error(`No: AUTH PLAIN ${shown}, secret1`)),
    })
    const refused = await send(over(`smtp://outlay:secret1@127.0.0.1:${port}`))
    expect(refused).toMatch(/535.* No: AUTH PLAIN …, …/u)
  })

  const token = `outlay_${"A-b_3".repeat(8)}xyz`
  const link = `https://outlay.example.com/sign-in#invite=${token}`
  const written = link.replace("=", "=3D")
  test.each([
    ["as it is", link, "https://outlay.example.com/sign-in#invite=…"],
    ["in quoted-printable", written, "https://outlay.example.com/sign-in#invite=…"],
    ["cut off at the end of a line", `${written.slice(0, 70)}=`, /#invite=3D…$/u],
    ["with a line break", `${written.slice(0, 70)}=\r\n${written.slice(70)}`, /#invite=3D…$/u],
    ["without its first line", `${token.slice(4)} refused`, /^… refused$/u],
    ["in base64", Buffer.from(link).toString("base64"), /^…$/u],
    ["and also the id of a message", `${message.id} refused`, `${message.id} refused`],
  ])("that echoes the link %s of a message does not leak it to the log", (_, echo, expected) => {
    const { reason } = notSent()(new Error(echo))
    if (typeof expected === "string") expect(reason).toBe(expected)
    else expect(reason).toMatch(expected)
    expect(reason).not.toContain(token.slice(-20))
  })

  test("that refuses a message and echoes its link does not leak it", async () => {
    const { url } = await mailServer({
      authOptional: true,
      onData: (stream, _, done) => {
        const chunks: Array<Buffer> = []
        stream.on("data", (chunk: Buffer) => chunks.push(chunk))
        stream.on("end", () => {
          const body = Buffer.concat(chunks).toString().replaceAll("=\r\n", "")
          done(new Error(`rejected: ${/https:\S+/u.exec(body)?.[0]}`))
        })
      },
    })
    const refused = await send(over(url), { ...message, text: `Kō invites you: ${link}` })
    expect(refused).toMatch(/rejected: https:.*#invite=(?:3D)?…$/u)
  })

  test("that refuses the recipient or is unreachable has not accepted the message", async () => {
    const { taken, url } = await mailServer({
      authOptional: true,
      onRcptTo: (_, __, done) =>
        done(Object.assign(new Error("No such user"), { responseCode: 550 })),
    })
    expect(await send(over(url))).toMatch(/550/u)
    expect(taken).toEqual([])
    expect(await send(over("smtp://127.0.0.1:1"))).toMatch(/ECONNREFUSED/u)
  })

  test("that sends data without end is disconnected when sending is cancelled", async () => {
    let sentCount = 0
    const hungUp = await new Promise<boolean>((done) => {
      const server = createServer((socket) => {
        socket.on("error", () => undefined)
        socket.write("220 mail.example.com\r\n")
        // It responds to the greeting with an endless multi-line reply.
        socket.on("data", () => {
          const timer = setInterval(() => {
            socket.write("250-MORE\r\n")
            if (++sentCount === 3) sending.abort()
          }, 5)
          socket.on("close", () => {
            clearInterval(timer)
            server.close(() => done(true))
          })
        })
      })
      const sending = new AbortController()
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        const work = Mailer.use((_) => _.send(message)).pipe(
          Effect.provide(over(`smtp://127.0.0.1:${port}`)),
        )
        Effect.runPromiseExit(work, { signal: sending.signal })
      })
    })
    expect(hungUp).toBe(true)
    expect(sentCount).toBeGreaterThanOrEqual(3)
  })

  test("that has no TLS receives nothing if TLS is required", async () => {
    const { taken, url } = await mailServer()
    expect(await send(over(`${url}?requireTLS=true`))).toMatch(/TLS/u)
    expect(taken).toEqual([])
  })

  test.each(subjects)("receives no additional header from the subject %j", async (subject) => {
    const { taken, url } = await mailServer()
    expect(await send(over(url), { ...message, subject })).toBe("sent")
    expect(taken).toMatchObject([{ to: ["sam@example.com"] }])
    const { headers } = parts(taken[0]?.content ?? "")
    expect(headers.filter((_) => !isHeader.test(_))).toEqual([])
  })

  test.each(addresses)("receives nothing for the address %j", async (to) => {
    const { taken, url } = await mailServer()
    expect(await send(over(url), { ...message, to })).toContain("is not one address")
    expect(taken).toEqual([])
  })
})

describe("a mail folder", () => {
  const folder = join(work, "made", "mail")
  const mailer = folderMailer({ folder, from })
  const file = join(folder, `${message.id}.eml`)

  test("has a file for each message; sending a message again replaces its file", async () => {
    expect(await send(mailer)).toBe("sent")
    expect(await send(mailer, { ...message, text: "Again" })).toBe("sent")
    expect(readdirSync(folder)).toEqual([`${message.id}.eml`])
    const { headers, body } = parts(readFileSync(file, "utf8"))
    expect(headers).toContain("To: sam@example.com")
    expect(body.trim()).toBe("Again")
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  test.each(subjects)("has no additional header from the subject %j", async (subject) => {
    expect(await send(mailer, { ...message, subject, text: subject })).toBe("sent")
    const { headers, body } = parts(readFileSync(file, "utf8"))
    expect(headers.filter((_) => !isHeader.test(_))).toEqual([])
    expect(body).toContain("Hello")
  })

  test.each(addresses)("has no file for the address %j", async (to) => {
    rmSync(file, { force: true })
    expect(await send(mailer, { ...message, to })).toContain("is not one address")
    expect(readdirSync(folder)).toEqual([])
  })

  test("that cannot be created has not accepted the message", async () => {
    const blocked = join(work, "blocked")
    writeFileSync(blocked, "a file")
    expect(await send(folderMailer({ folder: blocked, from }))).toMatch(/EEXIST|ENOTDIR/u)
  })
})
