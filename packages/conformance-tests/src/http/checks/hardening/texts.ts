import { checksOf, type Trial } from "../../check.ts"
import { idOf, isSuccess, withId } from "../steps.ts"
import { expectNoFault, expectRefused, scenario, unharmed } from "./survival.ts"

/** Texts that break careless programs: they are data and must be returned unchanged. */
const naughty = [
  "'; DROP TABLE budgets; --",
  "1' OR '1'='1",
  '" OR ""="',
  "Robert'); DELETE FROM topups; --",
  `\${7*7}`,
  `\${jndi:ldap://127.0.0.1/a}`,
  "{{7*7}}",
  "<%= 7*7 %>",
  "#{7*7}",
  "=cmd|' /C calc'!A0",
  "+1+1",
  "-1+1",
  "@SUM(1+1)",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<!--#exec cmd='ls'-->",
  "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>",
  "../../../../etc/passwd",
  "C:\\Windows\\System32",
  "$(touch /tmp/pwned)",
  "`touch /tmp/pwned`",
  "| ls -la",
  "%s%s%s%n%x%p",
  "%00",
  "%0d%0aSet-Cookie: a=b",
  "null",
  "undefined",
  "NaN",
  "true",
  "0",
  "1e309",
  "[object Object]",
  "__proto__",
  "hasOwnProperty",
  "\u202Etxt.exe",
  "\u2066hidden\u2069",
  "Ω≈ç√∫˜µ≤≥÷",
  "田中さんにあげて下さい",
  "表ポあA鷗ŒéＢ逍Üßªąñ丂㐀𠀀",
  "مُنَاقَشَةُ سُبُلِ",
  "👩‍👩‍👧‍👦 🏳️‍🌈 👾",
  "🇦🇺🇳🇿",
  "Z̮̞̠͙͔ͅḀ̗̞͈̻̗Ḷ͙͎̯̹̞͓G̻O̭̗̮",
  "ﬀ ﬁ Å ①",
  "\u200bzero\u200bwidth\u200b",
  "\uFEFFmark",
  "\u{10FFFD}private",
  "ſ İ ı ß ẞ",
  "a\u0301 is á",
  "\\u0041\\n\\\\",
  "\"quoted\" and 'single'",
  "&lt;b&gt; &amp;amp;",
] as const

/** Normalises a text as a target may do without losing information. */
const plain = (text: unknown) => String(text).normalize("NFC").trim()

const preserved = async (trial: Trial) => {
  const path = { budget_id: idOf(trial, "budgets", "main") }
  for (const description of naughty) {
    const body = { amount: 0.01, description }
    const response = await trial.business.call("topups.create", { path, body })
    expectNoFault(trial, response, JSON.stringify(description))
    if (!isSuccess(response)) {
      expectRefused(trial, response, JSON.stringify(description))
      trial.note("naughty texts that are refused", description)
      continue
    }
    const listed = await trial.business.all("topups.list", { path })
    const [found] = withId(listed, response.body?.id)
    // The document leaves open whether a topup shows its description.
    if (found !== undefined && found.description === undefined) {
      trial.note("the description of a topup", "not shown")
      continue
    }
    trial.expect(
      plain(found?.description) === plain(description),
      `the text comes back as it was: ${JSON.stringify(description)}`,
      found,
    )
  }
}

const controls = [
  "\u0000",
  "\u0001",
  "\u0008",
  "\u001b[31m",
  "\u007f",
  "\u0085",
  "\ud800",
  "\udc00a",
]

const controlled = async (trial: Trial) => {
  const path = { budget_id: idOf(trial, "budgets", "main") }
  for (const control of controls) {
    const description = `Tra${control}vel`
    const body = { amount: 0.01, description }
    const response = await trial.business.call("topups.create", { path, body })
    expectNoFault(trial, response, JSON.stringify(description))
    if (!isSuccess(response)) expectRefused(trial, response, JSON.stringify(description))
    else {
      const [found] = withId(await trial.business.all("topups.list", { path }), response.body?.id)
      trial.expect(
        found?.description === description,
        `what is stored comes back: ${JSON.stringify(description)}`,
        found,
      )
    }
  }
}

const kilobytes = 65_536
/** Texts for which patterns with choices inside repetitions backtrack exponentially. */
const slowTexts = [
  "a".repeat(kilobytes),
  `${"a@".repeat(kilobytes / 2)}`,
  `a@${"a.".repeat(kilobytes / 2)}`,
  `${"a.".repeat(kilobytes / 2)}@`,
  `${"1".repeat(kilobytes)}x`,
  `${"0.".repeat(kilobytes / 2)}`,
  `${" ".repeat(kilobytes)}x`,
  `${"-".repeat(kilobytes)}`,
  `${"0123456789abcdef-".repeat(kilobytes / 17)}`,
  `2026-${"01-".repeat(kilobytes / 3)}`,
  `${"\n".repeat(kilobytes)}x`,
  `${"&".repeat(kilobytes)}`,
]

const long = async (trial: Trial) => {
  const path = { budget_id: idOf(trial, "budgets", "main") }
  await unharmed(trial, async () => {
    for (const text of slowTexts) {
      const invite = { email: text, role_id: text, payment_types: [text] }
      const responses = [
        await trial.business.call("topups.create", {
          path,
          body: { amount: text, description: "a" },
        }),
        await trial.business.call("topups.create", {
          path,
          body: { amount: -0.001, description: text },
        }),
        await trial.business.call("invites.create", { body: invite }),
      ]
      for (const response of responses)
        expectRefused(trial, response, `64 KB of ${text.slice(0, 10)}`)
      const excerpt = text.slice(0, 3_000)
      const query = [["min_auth_date", excerpt]] as const
      const filtered = await trial.business.call("transactions.list", { query })
      expectNoFault(trial, filtered, `3 KB of ${text.slice(0, 10)} as a date`)
    }
  })
}

export const texts = checksOf("hardening", [
  {
    id: "hardening.naughty-texts.topup",
    requirement: "hardening.naughty-texts",
    title: "texts on which careless programs trip come back as they were, or are refused",
    scenario,
    run: preserved,
  },
  {
    id: "hardening.bad-encoding.controls",
    requirement: "hardening.bad-encoding",
    title: "a text that holds controls or half of a pair is refused, or comes back as it was",
    scenario,
    run: controlled,
  },
  {
    id: "hardening.long-texts.everywhere",
    requirement: "hardening.long-texts",
    title: "texts of 64 KB are refused wherever they stand",
    scenario,
    run: long,
  },
])
