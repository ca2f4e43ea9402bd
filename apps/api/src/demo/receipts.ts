import { Receipts } from "@outlay/domain"
import type { ReceivedFile } from "@outlay/domain/fields"
import { Ids, ReceiptFiles } from "@outlay/domain/ports"
import { daysBetween, maxReceiptBytes, mediaTypeOf, receiptName } from "@outlay/domain/rules"
import { Effect, Stream } from "effect"
import { chanceOf } from "./chance.ts"
import { people } from "./company.ts"
import { digits, type Proof, paperOf } from "./papers/receipt.ts"
import type { Happening, Step } from "./plan.ts"

/** The lines of what was bought, as the shop says them. */
const linesOf = ({ items, merchant_name }: Happening): Proof["lines"] =>
  items.map(({ description, amount }) => {
    const said = description.replace(`${merchant_name}: `, "")
    return [said.charAt(0).toUpperCase() + said.slice(1), amount] as const
  })

/** A company that began to keep the files of receipts so many days ago: until then it had links. */
const filedDays = 92

/** Whether the receipt of a purchase is a file of ours, in a company that is looked at then. */
const isFiled = ({ auth_date }: Happening, until: string): boolean =>
  daysBetween(auth_date.slice(0, 10), until.slice(0, 10)) < filedDays

/** Receipts that are not files of ours: where they were before. */
export const linksOf = (step: Happening, until: string): ReadonlyArray<string> =>
  step.receipt === null || isFiled(step, until)
    ? []
    : [`https://receipts.example/${step.auth_date.slice(0, 7)}/${step.external_id}.pdf`]

/** For whom receipts are drawn, and when the company is looked at. */
export interface Owner {
  readonly client_id: number
  readonly name: string
  readonly until: string
  /** That of the plan: the cards of its people come from it, too. */
  readonly seed: number
}

/** The last digits of the card of a person, or of the company, for what is nobody's. */
const cardOf = ({ user }: Happening, seed: number): string =>
  digits(chanceOf(seed, user ?? people.length), 4)

/** What the file of a receipt says; null: there is none. */
export const proofOf = (step: Happening, owner: Omit<Owner, "client_id">) => {
  const { name: buyer, until, seed } = owner
  const { receipt, merchant_name, auth_date, currency, fx_amount, gst } = step
  if (receipt === null || !isFiled(step, until)) return null
  const total = Math.abs(fx_amount)
  // Shops abroad know nothing of the shares in the currency of the business.
  const lines = currency === "AUD" ? linesOf(step) : [[merchant_name, total] as const]
  const proof: Proof = {
    ...{ look: receipt, merchant: merchant_name, buyer, at: auth_date },
    card: cardOf(step, seed),
    ...{ currency, total, gst: currency === "AUD" ? gst : 0, lines },
  }
  return proof
}

/** So many are stored at a time: they wait for the disk more than for anything else. */
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

/** Draws and stores the receipts of steps, by the `external_id` of their transactions. */
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

/** Attaches a stored receipt, as its spender does. */
export const attachReceipt = (client_id: number, transaction_id: string, file: ReceivedFile) =>
  Receipts.use((_) => _.create({ client_id, transaction_id }, file))
