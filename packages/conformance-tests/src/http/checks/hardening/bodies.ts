import { business, pooledBudget } from "../../../interface/world/scenarios.ts"
import { checksOf, type Trial } from "../../check.ts"
import { idOf, isSuccess, recordsOf } from "../steps.ts"
import {
  expectNoFault,
  expectRefused,
  placeOf,
  postTopup,
  refusesEach,
  scenario,
  stateOf,
  unharmed,
} from "./survival.ts"

type Bodies = ReadonlyArray<readonly [what: string, body: string | Uint8Array]>

const descriptionField = '"description":"Travel"'

/** Almost JSON, of every kind in the JSONTestSuite. */
const notJson: Bodies = [
  ["nothing", ""],
  ["white space", " \n"],
  ["an open object", `{"amount":77.77,${descriptionField}`],
  ["a second value", `{"amount":77.77,${descriptionField}} {}`],
  ["a second closing brace", `{"amount":77.77,${descriptionField}}}`],
  ["a trailing comma", `{"amount":77.77,${descriptionField},}`],
  ["a leading comma", `{,"amount":77.77,${descriptionField}}`],
  ["two commas", `{"amount":77.77,,${descriptionField}}`],
  ["no comma", `{"amount":77.77 ${descriptionField}}`],
  ["no colon", `{"amount" 77.77,${descriptionField}}`],
  ["two colons", `{"amount"::77.77,${descriptionField}}`],
  ["a semicolon", `{"amount":77.77;${descriptionField}}`],
  ["single quotes", "{'amount':77.77,'description':'Travel'}"],
  ["no quotes", `{amount:77.77,${descriptionField}}`],
  ["a comment", `{"amount":77.77,/**/${descriptionField}}`],
  ["a line comment", `{"amount":77.77,${descriptionField}} // here`],
  ["a leading zero", `{"amount":077.77,${descriptionField}}`],
  ["a plus sign", `{"amount":+77.77,${descriptionField}}`],
  ["two signs", `{"amount":--77.77,${descriptionField}}`],
  ["no digit before the point", `{"amount":.77,${descriptionField}}`],
  ["no digit after the point", `{"amount":77.,${descriptionField}}`],
  ["two points", `{"amount":77.7.7,${descriptionField}}`],
  ["an open exponent", `{"amount":77e,${descriptionField}}`],
  ["a hex number", `{"amount":0x4d,${descriptionField}}`],
  ["digits of another script", `{"amount":７７,${descriptionField}}`],
  ["NaN", `{"amount":NaN,${descriptionField}}`],
  ["Infinity", `{"amount":Infinity,${descriptionField}}`],
  ["minus Infinity", `{"amount":-Infinity,${descriptionField}}`],
  ["True", `{"amount":77.77,${descriptionField},"auto_approve":True}`],
  ["nul", `{"amount":nul,${descriptionField}}`],
  ["an open string", `{"amount":77.77,"description":"Travel}`],
  ["an unknown escape", `{"amount":77.77,"description":"\\x41"}`],
  ["half an escape", `{"amount":77.77,"description":"\\u00"}`],
  ["an escape at the end", `{"amount":77.77,"description":"\\`],
  ["a line break in a string", `{"amount":77.77,"description":"a\nb"}`],
  ["a tab in a string", `{"amount":77.77,"description":"a\tb"}`],
  ["a form", "amount=77.77&description=Travel"],
  ["an array that holds it", `[{"amount":77.77,${descriptionField}}]`],
  ["a string that holds it", JSON.stringify(`{"amount":77.77,${descriptionField}}`)],
  ["null", "null"],
  ["true", "true"],
  ["a number", "77.77"],
  ["a no-break space", `{\u00a0"amount":77.77,${descriptionField}}`],
  ["a form feed", `{\f"amount":77.77,${descriptionField}}`],
]

/** Unusual but valid JSON for 5.5 and Travel. */
const oddJson: Bodies = [
  ["white space everywhere", ' \t\r\n{ "amount" \n:\t5.5 ,\r\n"description" : "Travel" } \n'],
  ["an escaped letter", '{"amount":5.5,"description":"\\u0054ravel"}'],
  ["an escaped key", '{"\\u0061mount":5.5,"description":"Travel"}'],
  ["an exponent", '{"amount":55e-1,"description":"Travel"}'],
  ["a large exponent letter", '{"amount":0.55E+1,"description":"Travel"}'],
  ["another order", '{"description":"Travel","amount":5.5}'],
]

const nested = (levels: number) =>
  `{"amount":77.77,"description":${"[".repeat(levels)}${"]".repeat(levels)}}`
const deep: Bodies = [
  ["arrays, 100 deep", nested(100)],
  ["arrays, 5,000 deep", nested(5_000)],
  ["arrays, 100,000 deep", nested(100_000)],
  ["arrays, 400,000 deep", nested(400_000)],
  ["arrays that never close", "[".repeat(100_000)],
  ["objects, 50,000 deep", `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`],
]

const twice: Bodies = [
  ["two amounts", `{"amount":1,"amount":77.77,${descriptionField}}`],
  ["two equal amounts", `{"amount":77.77,"amount":77.77,${descriptionField}}`],
  ["two amounts, one escaped", `{"amount":1,"\\u0061mount":77.77,${descriptionField}}`],
]

const inherited: Bodies = [
  ["__proto__", `{"__proto__":{"polluted":"yes"},"amount":5.5,${descriptionField}}`],
  ["__proto__ with the fields", '{"__proto__":{"amount":77.77,"description":"Travel"}}'],
  [
    "constructor.prototype",
    `{"constructor":{"prototype":{"polluted":"yes"}},"amount":5.5,${descriptionField}}`,
  ],
  ["toString", `{"toString":"yes","amount":5.5,${descriptionField}}`],
  ["hasOwnProperty", `{"hasOwnProperty":1,"amount":5.5,${descriptionField}}`],
]

/** The body of a topup, with some bytes in its description. */
const bytes = (...codes: ReadonlyArray<number>) =>
  Buffer.concat([
    Buffer.from('{"amount":77.77,"description":"Tra'),
    Buffer.from(codes),
    Buffer.from('vel"}'),
  ])

const notUtf8: Bodies = [
  ["a byte that no text has", bytes(0xff)],
  ["half a letter", bytes(0xc3)],
  ["an overlong slash", bytes(0xc0, 0xaf)],
  ["an overlong NUL", bytes(0xc0, 0x80)],
  ["half a surrogate pair", bytes(0xed, 0xa0, 0x80)],
  ["beyond Unicode", bytes(0xf4, 0x90, 0x80, 0x80)],
  ["a lone follower", bytes(0x80)],
  ["Latin-1", bytes(0xe9)],
  ["UTF-16", Buffer.from(`\ufeff{"amount":77.77,${descriptionField}}`, "utf16le")],
]

const wrongTypes: Bodies = [
  ...[
    ['"77.77"', "text"],
    ["null", "null"],
    ["true", "true"],
    ["[]", "an array"],
    ["[77.77]", "an array of it"],
    ["{}", "an object"],
    ['""', "empty text"],
    ['"seventy"', "a word"],
  ].map(
    ([value, what]) =>
      [`an amount that is ${what}`, `{"amount":${value},${descriptionField}}`] as const,
  ),
  ...[
    ["5", "a number"],
    ["true", "true"],
    ["[]", "an array"],
    ['["Travel"]', "an array of it"],
    ["{}", "an object"],
  ].map(
    ([value, what]) =>
      [`a description that is ${what}`, `{"amount":77.77,"description":${value}}`] as const,
  ),
  ["no amount", `{${descriptionField}}`],
  ["no field at all", "{}"],
  ["a hundred thousand amounts", `{"amount":[${"1,".repeat(99_999)}1],${descriptionField}}`],
]

/** Checks bodies that a target may accept: if it does, it must read them correctly. */
const takesEach = (bodies: Bodies) => async (trial: Trial) => {
  const place = await placeOf(trial)
  for (const [what, body] of bodies) {
    const before = await stateOf(trial)
    const response = await postTopup(trial, place, body)
    expectNoFault(trial, response, what)
    if (!isSuccess(response)) {
      expectRefused(trial, response, what)
      trial.expect(
        (await stateOf(trial)) === before,
        `${what}: a refusal applies nothing`,
        response,
      )
      continue
    }
    trial.expect(
      response.body?.amount === 5.5,
      `${what}: the amount is the one that it says`,
      response,
    )
    trial.expect(!response.text.includes("polluted"), `${what}: nothing of it comes back`, response)
  }
  const later = await trial.business.call("topups.list", {
    path: { budget_id: idOf(trial, "budgets", "main") },
  })
  trial.expect(!later.text.includes("polluted"), "no later answer shows any of it", later)
}

const addresses = [
  ["a line break", "victim@example.com\r\nBcc: all@example.com"],
  ["a line feed", "victim@example.com\nBcc: all@example.com"],
  ["a NUL", "victim\u0000@example.com"],
  ["two of them", "a@example.com,b@example.com"],
  ["a name and an address", "Victim <victim@example.com>"],
  ["nothing before the sign", "@example.com"],
  ["nothing after the sign", "victim@"],
  ["no sign", "victim.example.com"],
  ["two signs", "victim@a@example.com"],
  ["no text", ""],
  ["five hundred letters", `${"a".repeat(500)}@example.com`],
] as const

const invited = async (trial: Trial) => {
  const before = await recordsOf(trial, "invites.list")
  for (const [what, email] of addresses) {
    const body = { email, role_id: idOf(trial, "roles", "least"), payment_types: ["cards"] }
    expectRefused(trial, await trial.business.call("invites.create", { body }), what)
  }
  const after = await recordsOf(trial, "invites.list")
  trial.expect(after.length === before.length, "no invite is listed that was refused", after)
}

const rowsOf = (
  requirement: string,
  checks: ReadonlyArray<readonly [id: string, title: string, run: (trial: Trial) => Promise<void>]>,
) =>
  checks.map(([id, title, run]) => ({
    id: `hardening.${requirement}.${id}`,
    requirement: `hardening.${requirement}`,
    title,
    scenario,
    run,
  }))

export const bodies = checksOf("hardening", [
  ...rowsOf("not-json", [
    ["topup", "a topup in what is nearly JSON is refused", refusesEach(notJson)],
  ]),
  ...rowsOf("odd-json", [
    [
      "topup",
      "a topup in JSON as few write it is taken for what it says",
      async (trial: Trial) => {
        const place = await placeOf(trial)
        for (const [what, body] of oddJson) {
          const response = await postTopup(trial, place, body)
          trial.expect(isSuccess(response), `${what} is understood`, response)
          // The document leaves open whether a topup shows its description.
          const { amount, description = "Travel" } = response.body ?? {}
          const shown = [amount, description]
          trial.expect(
            amount === 5.5 && description === "Travel",
            `${what} says 5.5, Travel`,
            shown,
          )
        }
      },
    ],
  ]),
  ...rowsOf("depth", [["topup", "a topup of endless depth is refused", refusesEach(deep)]]),
  ...rowsOf("duplicate-keys", [
    ["topup", "a topup with two amounts is refused", refusesEach(twice)],
  ]),
  ...rowsOf("prototype-keys", [
    ["topup", "names that every object has are refused or plain data", takesEach(inherited)],
  ]),
  ...rowsOf("bad-encoding", [
    ["topup", "a topup that is not UTF-8 is refused", refusesEach(notUtf8)],
  ]),
  ...rowsOf("wrong-types", [
    ["topup", "a topup whose fields are of other types is refused", refusesEach(wrongTypes)],
  ]),
  {
    id: "hardening.addresses.invite",
    requirement: "hardening.addresses",
    title: "an invite to what is no address is refused",
    scenario: business("addresses", pooledBudget("main")),
    run: invited,
  },
  {
    id: "hardening.wrong-types.invite",
    requirement: "hardening.wrong-types",
    title: "an invite whose fields are of other types is refused",
    scenario: business("invite-types", pooledBudget("main")),
    run: async (trial: Trial) => {
      const good = {
        email: "kim@invited.example",
        role_id: idOf(trial, "roles", "least"),
        payment_types: ["cards"],
      }
      const changes = [
        ...[1, null, true, [], {}, ["kim@invited.example"]].map((email) => ({ email })),
        ...[1, null, true, [], {}, "Admin"].map((role_id) => ({ role_id })),
        ...["cards", 1, null, {}, [null], [1], ["cash"], [["cards"]]].map((payment_types) => ({
          payment_types,
        })),
      ]
      await unharmed(trial, async () => {
        for (const change of changes) {
          const response = await trial.business.call("invites.create", {
            body: { ...good, ...change },
          })
          expectRefused(trial, response, `an invite with ${JSON.stringify(change)}`)
        }
      })
      const listed = await recordsOf(trial, "invites.list")
      trial.expect(listed.length === 0, "no invite is listed that was refused", listed)
    },
  },
])
