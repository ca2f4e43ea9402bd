import { Receipts } from "@outlay/domain"
import type { ReceivedFile } from "@outlay/domain/fields"
import { Ids, ReceiptFiles } from "@outlay/domain/ports"
import { daysBetween, maxReceiptBytes, mediaTypeOf, receiptName } from "@outlay/domain/rules"
import { Effect, Stream } from "effect"
import { chanceOf } from "./chance.ts"
import { people } from "./company.ts"
import { digits, type Proof, paperOf } from "./papers/receipt.ts"
import type { Happening, Step } from "./plan.ts"

/** Returns the lines of a purchase as the shop prints them. */
const linesOf = ({ items, merchant_name }: Happening): Proof["lines"] =>
  items.map(({ description, amount }) => {
    const text = description.replace(`${merchant_name}: `, "")
    return [text.charAt(0).toUpperCase() + text.slice(1), amount] as const
  })

/** Age in days up to which receipts are files; older receipts are links. */
const filedDays = 92

/** True if the receipt of a purchase is a stored file, for a demo that ends at `until`. */
const isFiled = ({ auth_date }: Happening, until: string): boolean =>
  daysBetween(auth_date.slice(0, 10), until.slice(0, 10)) < filedDays

/** Returns the links of a receipt that is not a stored file. */
export const linksOf = (step: Happening, until: string): ReadonlyArray<string> =>
  step.receipt === null || isFiled(step, until)
    ? []
    : [`https://receipts.example/${step.auth_date.slice(0, 7)}/${step.external_id}.pdf`]

/** Business that receipts are drawn for, and end of its demo. */
export interface Owner {
  readonly client_id: number
  readonly name: string
  readonly until: string
  /** Seed of the plan; the card numbers of people also depend on it. */
  readonly seed: number
}

/** Last digits of the card of a person, or of the company for purchases without a person. */
const cardOf = ({ user }: Happening, seed: number): string =>
  digits(chanceOf(seed, user ?? people.length), 4)

/** Returns the content of the receipt file of a step; null if it has none. */
export const proofOf = (step: Happening, owner: Omit<Owner, "client_id">) => {
  const { name: buyer, until, seed } = owner
  const { receipt, merchant_name, auth_date, currency, fx_amount, gst } = step
  if (receipt === null || !isFiled(step, until)) return null
  const total = Math.abs(fx_amount)
  // Foreign shops do not know the line items in the currency of the business.
  const lines = currency === "AUD" ? linesOf(step) : [[merchant_name, total] as const]
  const proof: Proof = {
    ...{ look: receipt, merchant: merchant_name, buyer, at: auth_date },
    card: cardOf(step, seed),
    ...{ currency, total, gst: currency === "AUD" ? gst : 0, lines },
  }
  return proof
}

/** Number of files stored concurrently: storing is bound by the disk. */
const atOnce = 32

const storeOne = Effect.fnUntraced(function* (client_id: number, proof: Proof) {
  const files = yield* ReceiptFiles
  const paper = paperOf(proof)
  const staged = yield* files.stage(Stream.make(paper.bytes), maxReceiptBytes)
  const media_type = mediaTypeOf(staged.head)
  if (media_type === null) return yield* Effect.die(new Error(`${paper.name} is no receipt`))
  const file_id = yield* Ids.use((_) => _.uuid)
  const { sha256, size } = staged
  yield* files.keep(staged, { client_id, file_id, sha256 })
  return { file_id, media_type, size, sha256, name: receiptName(paper.name, media_type) }
}, Effect.scoped)

/** Draws and stores the receipts of steps. Returns them by `external_id`. */
export const storeReceipts = Effect.fnUntraced(function* (
  owner: Owner,
  steps: ReadonlyArray<Step>,
) {
  const stored = new Map<string, ReceivedFile>()
  const store = Effect.fnUntraced(function* (step: Step) {
    if (step.kind !== "transaction") return
    const proof = proofOf(step, owner)
    if (proof === null) return
    const file = yield* Effect.catchTag(
      storeOne(owner.client_id, proof),
      "FileTooLarge",
      Effect.die,
    )
    stored.set(step.external_id, file)
  })
  yield* Effect.forEach(steps, store, { concurrency: atOnce, discard: true })
  return stored
})

/** Attaches a stored receipt to its transaction. */
export const attachReceipt = (client_id: number, transaction_id: string, file: ReceivedFile) =>
  Receipts.use((_) => _.create({ client_id, transaction_id }, file))
