import { networkInterfaces } from "node:os"
import { describe, expect, test } from "vitest"
import { isElsewhere, isPublic } from "../../src/webhooks/addresses.ts"
import { anyTargets, publicTargets, targetOf } from "../../src/webhooks/targets.ts"

/** Returns the reason of the refusal, or the normalised URL. */
const judged = (text: string, targets = publicTargets) => {
  const target = targetOf(text, targets)
  return "refused" in target ? target.refused : target.url.href
}

const address =
  /^This address is refused: .+ public Internet only, unless .+_PRIVATE_TARGETS=true\.$/u
const host = /^This host is refused: .+ public Internet only, unless .+_PRIVATE_TARGETS=true\.$/u
const absolute = /^Must be an absolute URL, such as/u
const secure = /^The URL must use https\.$/u
const plain =
  /^The URL must use https, unless the operator .+ OUTLAY_WEBHOOK_PRIVATE_TARGETS=true\.$/u
const password = /^The URL must not have a user or password/u
const fragment = /^A fragment/u

const refused: ReadonlyArray<readonly [text: string, why: RegExp]> = [
  // This machine, in every notation of the URL standard.
  ["https://127.0.0.1/", address],
  ["https://127.0.0.1:8443/hook", address],
  ["https://127.255.255.254/", address],
  ["https://127.1/", address],
  ["https://127.0.1/", address],
  ["https://2130706433/", address],
  ["https://0x7f000001/", address],
  ["https://0x7f.0.0.1/", address],
  ["https://0X7F.0.0.1/", address],
  ["https://0177.0.0.1/", address],
  ["https://017700000001/", address],
  ["https://0x7f.1/", address],
  ["https://127.0.0.1./", address],
  ["https://%31%32%37.0.0.1/", address],
  ["https://１２７.0.0.1/", address],
  ["https://127。0。0。1/", address],
  ["https://①②⑦.0.0.1/", address],
  ["https://0/", address],
  ["https://0.0.0.0/", address],
  ["https://0.1.2.3/", address],
  ["https://[::1]/", address],
  ["https://[0:0:0:0:0:0:0:1]/", address],
  ["https://[::]/", address],
  ["https://localhost/", host],
  ["https://LOCALHOST/", host],
  ["https://localhost./", host],
  ["https://a.localhost/", host],
  ["https://ｌｏｃａｌｈｏｓｔ/", host],
  ["https://localhost.localdomain/", host],
  // Private networks.
  ["https://10.0.0.1/", address],
  ["https://10.255.255.255/", address],
  ["https://172.16.0.1/", address],
  ["https://172.31.255.255/", address],
  ["https://192.168.0.1/", address],
  ["https://3232235521/", address],
  ["https://100.64.0.1/", address],
  ["https://100.100.100.200/", address],
  ["https://[fc00::1]/", address],
  ["https://[fd00:ec2::254]/", address],
  ["https://[fec0::1]/", address],
  ["https://intranet/", host],
  ["https://receiver/", host],
  ["https://receiver.:8443/hook", host],
  ["https://printer.local/", host],
  ["https://metadata.google.internal/", host],
  ["https://router.lan/", host],
  ["https://nas.home.arpa/", host],
  // Metadata services of cloud providers.
  ["https://169.254.169.254/latest/meta-data/", address],
  ["https://2852039166/", address],
  ["https://0xa9fea9fe/", address],
  ["https://0251.0376.0251.0376/", address],
  ["https://168.63.129.16/", address],
  ["https://192.0.0.192/", address],
  ["https://[fe80::1]/", address],
  ["https://[::ffff:169.254.169.254]/", address],
  // IPv4 inside IPv6, public or not.
  ["https://[::ffff:127.0.0.1]/", address],
  ["https://[::ffff:7f00:1]/", address],
  ["https://[::ffff:8.8.8.8]/", address],
  ["https://[::127.0.0.1]/", address],
  ["https://[64:ff9b::127.0.0.1]/", address],
  ["https://[64:ff9b::a9fe:a9fe]/", address],
  ["https://[64:ff9b:1::1]/", address],
  ["https://[2002:7f00:1::]/", address],
  ["https://[2001:0:7f00:1::]/", address],
  ["https://[::ffff:0:127.0.0.1]/", address],
  // Unassigned, multicast, or reserved for documentation or tests.
  ["https://192.0.2.1/", address],
  ["https://198.51.100.1/", address],
  ["https://203.0.113.1/", address],
  ["https://198.18.0.1/", address],
  ["https://198.19.255.255/", address],
  ["https://192.88.99.1/", address],
  ["https://224.0.0.1/", address],
  ["https://239.255.255.255/", address],
  ["https://240.0.0.1/", address],
  ["https://255.255.255.255/", address],
  ["https://[ff02::1]/", address],
  ["https://[100::1]/", address],
  ["https://[2001:db8::1]/", address],
  ["https://[2001:2::1]/", address],
  ["https://[3fff::1]/", address],
  ["https://[5f00::1]/", address],
  ["https://[4000::1]/", address],
  // Not a URL, or not one to which a request can be sent.
  ["", absolute],
  ["example.com", absolute],
  ["//example.com/", absolute],
  ["/hook", absolute],
  ["https://", absolute],
  ["https:///example.com/", absolute],
  ["https:example.com", absolute],
  ["https:/example.com", absolute],
  ["https:\\\\example.com\\", absolute],
  ["https://example.com\\@127.0.0.1/", absolute],
  [" https://example.com/", absolute],
  ["https://example.com/ ", absolute],
  ["https://exam\tple.com/", absolute],
  ["https://exam\nple.com/", absolute],
  ["https://example.com/\r\nX-Injected: 1", absolute],
  ["https://example.com/\u0000", absolute],
  ["https://example.com/\u0085", absolute],
  ["https://exa mple.com/", absolute],
  ["https://example.com:99999/", absolute],
  ["https://256.256.256.256/", absolute],
  ["https://0x7f.0.0.0x1ff/", absolute],
  ["https://1.2.3.4.5/", absolute],
  ["https://[fe80::1%25eth0]/", absolute],
  ["https://[fe80::1%eth0]/", absolute],
  ["https://[::1/", absolute],
  ["https://[v1.x]/", absolute],
  ["http://example.com/", plain],
  ["HTTP://example.com/", plain],
  ["ftp://example.com/", secure],
  ["gopher://127.0.0.1:25/", secure],
  ["file:///etc/passwd", absolute],
  ["javascript:alert(1)", absolute],
  ["data:text/plain,a", absolute],
  ["ws://example.com/", secure],
  ["https://user@example.com/", password],
  ["https://user:password@example.com/", password],
  ["https://:password@example.com/", password],
  ["https://example.com@127.0.0.1/", password],
  ["https://example.com/#fragment", fragment],
  ["https://example.com/#", fragment],
]

describe("a target", () => {
  test.each(refused)("%j is refused", (text, why) => {
    expect(judged(text)).toMatch(why)
  })

  test.each([
    ["https://example.com", "https://example.com/"],
    ["https://example.com/outlay?key=a%20b", "https://example.com/outlay?key=a%20b"],
    ["HTTPS://EXAMPLE.COM:8443/", "https://example.com:8443/"],
    ["https://example.com.:22/", "https://example.com.:22/"],
    ["https://bücher.example.com/", "https://xn--bcher-kva.example.com/"],
    ["https://localhost.example.com/", "https://localhost.example.com/"],
    ["https://8.8.8.8/", "https://8.8.8.8/"],
    ["https://134744072/", "https://8.8.8.8/"],
    ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
    ["https://172.32.0.1/", "https://172.32.0.1/"],
    ["https://100.128.0.1/", "https://100.128.0.1/"],
    ["https://example.com/a%40b", "https://example.com/a%40b"],
  ])("%j is normalised to %s", (text, expected) => {
    expect(judged(text)).toBe(expected)
  })

  test.each([
    ["http://127.0.0.1:9000/hook", "http://127.0.0.1:9000/hook"],
    ["http://receiver:9000/", "http://receiver:9000/"],
    ["https://[::1]/", "https://[::1]/"],
    ["https://localhost/", "https://localhost/"],
    ["ftp://example.com/", "The URL must use https or http."],
    ["http://a:b@127.0.0.1/", "The URL must not have a user or password."],
    ["http://127.0.0.1/#a", "A fragment is not sent: leave out what follows #."],
    ["http://", "Must be an absolute URL, such as https://example.com/outlay."],
  ])("%j is normalised to %s if private targets are allowed", (text, expected) => {
    expect(judged(text, anyTargets)).toBe(expected)
  })
})

describe("an address", () => {
  test.each([
    ["8.8.8.8", true],
    ["1.1.1.1", true],
    ["9.255.255.255", true],
    ["11.0.0.0", true],
    ["172.15.255.255", true],
    ["192.167.255.255", true],
    ["198.17.255.255", true],
    ["198.20.0.0", true],
    ["223.255.255.255", true],
    ["2606:4700::1111", true],
    ["2a00:1450:4001:800::200e", true],
    ["10.0.0.0", false],
    ["127.0.0.1", false],
    ["169.254.169.254", false],
    ["::1", false],
    ["::ffff:8.8.8.8", false],
    ["64:ff9b::8.8.8.8", false],
    ["fe80::1", false],
    ["fe80::1%eth0", false],
    ["2606:4700::1111%eth0", false],
    ["1fff::1", false],
    ["4000::1", false],
    ["0177.0.0.1", false],
    ["example.com", false],
    ["", false],
  ])("%s is public: %s", (text, expected) => {
    expect(isPublic(text)).toBe(expected)
  })

  const mine = [
    { address: "198.41.0.4", family: "IPv4" },
    { address: "2606:4700:0:0:0:0:0:1", family: "IPv6" },
    { address: "fe80::1%eth0", family: "IPv6" },
  ] as NonNullable<ReturnType<typeof networkInterfaces>[string]>

  test.each([
    ["198.41.0.4", false],
    ["2606:4700::1", false],
    ["198.41.0.5", true],
    ["2606:4700::2", true],
    ["10.0.0.1", false],
  ])("%s is a public address of another machine: %s", (text, expected) => {
    expect(isElsewhere(text, { lo: undefined, eth0: mine })).toBe(expected)
  })

  test("no address of this machine is allowed", () => {
    const own = Object.values(networkInterfaces()).flatMap((of) => of ?? [])
    expect(own.length).toBeGreaterThan(0)
    for (const { address } of own)
      expect([address, publicTargets.allows(address)]).toEqual([address, false])
  })
})
