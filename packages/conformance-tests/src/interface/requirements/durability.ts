import { type Requirement, requirementsOf } from "../requirement.ts"

const under =
  (section: string) =>
  (
    id: string,
    fault: Pick<Requirement, "sentence" | "sent" | "accepted" | "excluded">,
  ): Omit<Requirement, "area"> => ({
    id: `durability.${id}`,
    strength: "durability",
    section,
    source: "faults",
    ...fault,
  })

const storage = under("A. Crash and storage")
const clock = under("B. Clock")
const concurrency = under("C. Concurrency and retries")

const outOfReach = "It needs the file system of the target, which cannot be reached over HTTP."

/** Guarantees of a server that has acknowledged a write, even if its process is killed. */
export const durability = requirementsOf("durability", [
  storage("acknowledged", {
    sentence:
      "F-01 kill -9 during mixed writes, 200 kills: every acked write present once, no half topup (budget and topup row agree).",
    sent: "Topups, categories and changes from eight clients at once, while the target is killed.",
    accepted:
      "After each start every acknowledged write is there once, any other at most once, and each fund holds what its topups add up to.",
  }),
  storage("recovered", {
    sentence:
      "F-01 kill -9 during mixed writes, 200 kills: every acked write present once, no half topup (budget and topup row agree).",
    sent: "A whole business is read, the target killed, and the business read again.",
    accepted: "The same records.",
  }),
  storage("deletions-kept", {
    sentence: "every acked write present once",
    sent: "One record of each kind is removed, and the target is killed.",
    accepted: "None of them is listed as an active one.",
  }),
  storage("changes-kept", {
    sentence: "every acked write present once",
    sent: "A user, a budget, a field and a category are changed, and the target is killed.",
    accepted: "The same records as before.",
  }),
  storage("power-cut", {
    sentence:
      "F-02 power-cut replay, every ack point x {durable, random x5, all}: 1,000 ack points, 0 acked rows lost.",
    sent: "Nothing.",
    accepted: "Nothing.",
    excluded: outOfReach,
  }),
  storage("failed-sync", {
    sentence:
      "F-04 fsync EIO once (each k of the first 100 fsyncs): process fail-stops, answers 503, never 2xx afterwards without restart.",
    sent: "Nothing.",
    accepted: "Nothing.",
    excluded: outOfReach,
  }),
  concurrency("key-replay", {
    sentence: "F-20 key replay after kill -9 between commit and answer: one effect (500 tries).",
    sent: "Topups, each under a key, while the target is killed; then all of them again.",
    accepted: "Each of them once. Where keys are not honoured, it is untestable.",
  }),
  concurrency("keys-kept", {
    sentence: "F-18 same key, different body: refused, no effect.",
    sent: "A topup under a key; after a restart the same again, and another amount under the key.",
    accepted:
      "The first topup again; a refusal; one effect. Where keys are not honoured, it is untestable.",
  }),
  clock("tokens-kept", {
    sentence: "ids unique, tokens not revived",
    sent: "Tokens that are expired and revoked, after the target was killed.",
    accepted: "401; and success to one that works.",
  }),
  clock("ids-unique", {
    sentence: "ids unique, tokens not revived",
    sent: "Invites and topups are created, and the invites cancelled, before and after a restart.",
    accepted: "A different id for each.",
  }),
  concurrency("lost-updates", {
    sentence:
      "F-22 200 concurrent topups +1/-1 on one budget: final amount = start + sum of acked; never a lost update.",
    sent: "Two hundred topups of one fund, up and down, at once.",
    accepted: "The amount available before plus the sum of the accepted ones.",
  }),
  concurrency("removal-race", {
    sentence: "F-24 delete user while PATCHing / while being added as owner: one serial outcome.",
    sent: "A user is deleted while being changed and while becoming an owner, twenty times.",
    accepted: "No error of the server; a user who is deleted is no active owner.",
  }),
  concurrency("paging-while-writing", {
    sentence:
      "F-25 paging while inserting: each pre-existing record seen exactly once or the documented anomaly only; no 5xx.",
    sent: "A list is paged through while records are added to it.",
    accepted: "Every record that was there before is seen, no page fails.",
  }),
])
