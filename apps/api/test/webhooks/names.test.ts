import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { describe, expect, test } from "vitest"
import { anyTargets, publicTargets, type Targets } from "../../src/webhooks/targets.ts"
import { certificate } from "./certificate.ts"
import { request } from "./given.ts"
import { receiver } from "./receiver.ts"
import { answers, sendAll, sendTo } from "./sending.ts"

const addresses = (...all: ReadonlyArray<string>) =>
  all.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }))

/** A resolver that returns these addresses, one list after another, and records the names. */
const dns = (...all: ReadonlyArray<ReadonlyArray<string>>) => {
  const names: Array<string> = []
  const resolve = async (name: string) => {
    names.push(name)
    return addresses(...(all[Math.min(names.length, all.length) - 1] ?? []))
  }
  return { names, resolve }
}

const notAllowed = "The host name resolves to an address that is not allowed."

describe("a name", () => {
  test.each([
    [["127.0.0.1"]],
    [["10.1.2.3"]],
    [["172.20.0.1"]],
    [["192.168.1.1"]],
    [["169.254.169.254"]],
    [["100.64.0.1"]],
    [["0.0.0.0"]],
    [["198.18.0.1"]],
    [["224.0.0.1"]],
    [["255.255.255.255"]],
    [["168.63.129.16"]],
    [["::1"]],
    [["::"]],
    [["fd00::1"]],
    [["fe80::1"]],
    [["fe80::1%lo"]],
    [["ff02::1"]],
    [["::ffff:127.0.0.1"]],
    [["::ffff:8.8.8.8"]],
    [["64:ff9b::7f00:1"]],
    [["2002:7f00:1::1"]],
    [["8.8.8.8", "127.0.0.1"]],
    [["2606:4700::1111", "10.0.0.1"]],
    [["8.8.8.8", "1.1.1.1", "9.9.9.9", "::1"]],
    [["nonsense"]],
  ])("that resolves to %j gets no request", async (found) => {
    const { names, resolve } = dns(found)
    const targets = { ...publicTargets, resolve }
    expect(await sendTo("https://receiver.example.com:444/", targets)).toBe(notAllowed)
    expect(names).toEqual(["receiver.example.com"])
  })

  test.each([
    ["ENOTFOUND", "Unknown host name."],
    ["ENODATA", "The host name has no address."],
    ["ESERVFAIL", "The host name could not be resolved."],
    ["ETIMEOUT", "The host name could not be resolved."],
    ["ECONNREFUSED", "The host name could not be resolved."],
    ["EAI_AGAIN", "The host name could not be resolved."],
    ["an unknown code", "The host name could not be resolved."],
  ])("that cannot be resolved because of %s is reported", async (code, expected) => {
    const resolve = async () => Promise.reject(Object.assign(new Error("secret"), { code }))
    expect(await sendTo("https://example.com/", { ...publicTargets, resolve })).toBe(expected)
  })

  test("that has no address is reported", async () => {
    const { resolve } = dns([])
    const targets = { ...publicTargets, resolve }
    expect(await sendTo("https://example.com/", targets)).toBe("The host name has no address.")
  })

  /** Treats loopback as the Internet, and all other addresses as private. */
  const loopbackOnly: Targets = {
    ...anyTargets,
    allows: (address) => address === "127.0.0.1",
  }

  test("is checked again each time, because it may resolve to another address", async () => {
    const { url, received } = await receiver(answers(200, { connection: "close" }))
    const named = request(url.replace("127.0.0.1", "rebinding.example.com"))
    const { names, resolve } = dns(["127.0.0.1"], ["10.0.0.1"], ["127.0.0.1", "::1"], ["127.0.0.1"])
    const sent = await sendAll([named, named, named, named], { ...loopbackOnly, resolve })
    const taken = { status: 200, retry_after: null }
    expect(sent).toEqual([taken, notAllowed, notAllowed, taken])
    expect(received).toHaveLength(2)
    // Once per connection, which uses exactly the addresses that were checked.
    expect(names).toHaveLength(4)
  })

  test("that has several addresses is reached at one that responds", async () => {
    const { url } = await receiver(answers(200))
    const { resolve } = dns(["127.0.0.2", "127.0.0.1"])
    const targets = { ...anyTargets, resolve }
    expect(await sendTo(url.replace("127.0.0.1", "many.example.com"), targets)).toEqual({
      status: 200,
      retry_after: null,
    })
  })

  test("that only this machine knows is resolved if private targets are allowed", async () => {
    const { url } = await receiver(answers(200))
    const sent = await sendTo(url.replace("127.0.0.1", "localhost"))
    expect(sent).toEqual({ status: 200, retry_after: null })
  })
})

describe("a certificate", () => {
  const over = (name: string) => ({ ...anyTargets, resolve: dns(["127.0.0.1"]).resolve, name })

  test("that is not trusted is refused", async () => {
    const { port } = await receiver(answers(200), true)
    const sent = await sendTo(`https://receiver.example:${port}/`, over("receiver.example"))
    expect(sent).toBe("The certificate is not trusted.")
  })

  test("that is trusted is accepted only for the hosts that it names", async () => {
    const { port, received } = await receiver(answers(200), true)
    const before = getCACertificates("default")
    setDefaultCACertificates([...before, certificate])
    try {
      const targets = over("receiver.example")
      const good = await sendTo(`https://receiver.example:${port}/`, targets)
      const other = await sendTo(`https://wrong.example:${port}/`, targets)
      expect(good).toEqual({ status: 200, retry_after: null })
      expect(other).toBe("The certificate is for another host.")
      expect(received).toHaveLength(1)
    } finally {
      setDefaultCACertificates(before)
    }
  })
})
