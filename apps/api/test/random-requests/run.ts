import { readFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { nothingFound } from "../../../../packages/sqlite-storage/test/examined.ts"
import { Chance } from "../../../../scripts/chaos/chance.ts"
import { Answers } from "../openapi/answers.ts"
import { type Document, type Operation, operationsOf } from "../openapi/document.ts"
import { Knowledge, type Place } from "./knowledge.ts"
import { digestOf, Looking } from "./looking.ts"
import { neededBy } from "./meanings.ts"
import { Promises } from "./promises.ts"
import { type Asked, Requests } from "./requests.ts"
import { type Reply, type Send, senderTo, shown } from "./sender.ts"
import { openStage, type Stage } from "./stage.ts"

const root = join(import.meta.dirname, "../../../..")
const document: Document = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8"))
export const operations = operationsOf(document)

export interface Settings {
  readonly seed: number
  /** How many requests; what is asked beside them to judge them is not counted. */
  readonly requests: number
  /** A file of SQLite, a URL of PostgreSQL, or the storage that has none. */
  readonly database: string
  /** What stands between the run and the service. */
  readonly behind?: (send: Send) => Send
  /** Only operations whose ids fit are asked. */
  readonly among?: RegExp
  /** How many faults end the run. */
  readonly faults?: number
  readonly tell?: (done: number, faults: number) => void
}

export interface Outcome {
  /** Each with the request as a command. */
  readonly faults: ReadonlyArray<string>
  /** What was answered, request by request. */
  readonly transcript: ReadonlyArray<string>
  readonly succeeded: ReadonlySet<string>
  readonly refused: ReadonlySet<string>
}

/** How often an operation is asked, by its method. */
const weights: { readonly [method: string]: number } = {
  GET: 2,
  POST: 4,
  PATCH: 3,
  PUT: 2,
  DELETE: 1,
}

class Run {
  readonly #stage: Stage
  readonly #chance: Chance
  readonly #knowledge: Knowledge
  readonly #requests: Requests
  readonly #promises: Promises
  readonly #answers = new Answers(document)
  readonly #send: Send
  readonly #operations: ReadonlyArray<Operation>
  readonly #weighted: ReadonlyArray<Operation>
  readonly #next: Array<{ readonly operation: Operation; readonly place: Place }> = []
  readonly #names: ReadonlyMap<string, string>
  readonly faults: Array<string> = []
  readonly transcript: Array<string> = []
  readonly succeeded = new Set<string>()
  readonly refused = new Set<string>()

  constructor(stage: Stage, seed: number, send: Send, among: RegExp) {
    this.#operations = operations.filter(({ id }) => among.test(id))
    this.#weighted = this.#operations.flatMap((_) =>
      Array<Operation>(neededBy[_.id] ?? weights[_.method] ?? 1).fill(_),
    )
    this.#stage = stage
    this.#send = send
    this.#chance = new Chance(seed)
    const paths = operations.map(({ path }) => path)
    this.#knowledge = new Knowledge(this.#chance, paths)
    const { scene, now } = stage
    this.#requests = new Requests(document, scene, this.#chance, this.#knowledge, now)
    const looking = new Looking(operations, scene, send, stage)
    this.#promises = new Promises(looking, this.#requests, this.#chance, send)
    this.#names = new Map(
      Object.entries(scene.tokens).map(([name, token]) => [token, name.toUpperCase()]),
    )
  }

  /** Asks once, and judges the answer. */
  async step(n: number): Promise<void> {
    const next = this.#next.shift()
    const isBroken = next === undefined && this.#chance.next() < 0.4
    const operation = next?.operation ?? this.#operation(isBroken)
    await this.#prepare(operation)
    const asked = this.#requests.of(operation, isBroken, next?.place)
    this.#stage.turn(250)
    const before = await this.#promises.before(asked)
    const reply = await this.#send(asked)
    this.#note(asked, reply)
    const found = [
      ...this.#answers.judge(operation, reply),
      ...(await this.#promises.after(asked, reply, before)),
    ]
    if (found.length > 0) this.#report(n, asked, reply, found)
  }

  #note(asked: Asked, reply: Reply): void {
    const { operation, place, isDry, actor } = asked
    const { code = "" } = (reply.body ?? {}) as { readonly code?: string }
    const isSuccess = reply.status < 300
    this.transcript.push([operation.id, reply.status, isSuccess ? "" : code].join(" ").trim())
    if (reply.status >= 400) this.refused.add(operation.id)
    if (!isSuccess || isDry || actor === "stranger") return
    this.succeeded.add(operation.id)
    if (operation.id === "clock.set") this.#stage.set((reply.body as { readonly now: string }).now)
    // A session is none of the business's records.
    if (operation.isPublic) return
    if (operation.method === "DELETE") this.#knowledge.forget(place)
    else this.#knowledge.learn(operation.path, place, reply.body)
    if (reply.status === 201) this.#lookInto(operation, place, reply)
  }

  /** A client that has created something reads what belongs to it, such as a budget's members. */
  #lookInto({ path }: Operation, place: Place, { body }: Reply): void {
    const { id } = (body ?? {}) as { readonly id?: string | number }
    if (id === undefined) return
    for (const operation of operations) {
      if (operation.method !== "GET" || !operation.path.startsWith(`${path}/{`)) continue
      const [name = "", ...nouns] = operation.path.slice(path.length + 2).split(/\}?\//u)
      if (nouns.length !== 1) continue
      this.#next.push({ operation, place: { ...place, [name]: id } })
    }
  }

  /** Every other request is of an operation that has not yet had such an answer. */
  #operation(isBroken: boolean): Operation {
    const seen = isBroken ? this.refused : this.succeeded
    const unseen = this.#operations.filter((_) => !seen.has(_.id) && this.#requests.isPossible(_))
    if (unseen.length > 0 && this.#chance.next() < 0.5) return this.#chance.of(unseen)
    return this.#chance.of(this.#weighted)
  }

  /** A link is sent to a person, who opens it. */
  async #prepare({ id }: Operation): Promise<void> {
    const { service, scene, admin_user_id } = this.#stage
    if (id === "signIn.openSession") {
      this.#knowledge.note("link", await service.linkFor(scene.client_id, admin_user_id))
    }
    if (id !== "signIn.acceptInvite") return
    const invites = this.#knowledge.fitting(["invite_id"]).filter((_) => !_.isGone)
    if (invites.length === 0) return
    const { place } = this.#chance.of(invites)
    const link = await service.linkForInvite(scene.client_id, Number(place["invite_id"]))
    this.#knowledge.note("invite link", link)
  }

  #report(n: number, asked: Asked, reply: Reply, found: ReadonlyArray<string>): void {
    const by = asked.fault === null ? "" : `, with a spoilt ${asked.fault}`
    this.faults.push(
      [
        `request ${n}: ${asked.operation.id} by ${asked.actor}${by}`,
        ...found.map((each) => `  ${each}`),
        `  ${shown(this.#stage.service.url, asked, this.#names)}`,
        `  -> ${reply.status} ${reply.text.slice(0, 600)}`,
      ].join("\n"),
    )
  }
}

/** Sends random requests on a stage that somebody else opens and closes; each end is judged. */
export const runOn = async (
  stage: Stage,
  settings: Omit<Settings, "database">,
): Promise<Outcome> => {
  const { seed, requests, behind = (send) => send, faults = 10 } = settings
  const { among = /./u, tell = () => {} } = settings
  const { send, close } = senderTo(stage.service.url)
  const of = new Run(stage, seed, behind(send), among)
  try {
    const before = await digestOf(send, stage.stranger)
    for (let n = 1; n <= requests && of.faults.length < faults; n++) {
      await of.step(n)
      tell(n, of.faults.length)
    }
    if (before !== (await digestOf(send, stage.stranger))) {
      of.faults.push("the other business has changed")
    }
  } finally {
    close()
  }
  for (const { client_id } of [stage.admin, stage.stranger]) {
    const found = await stage.service.examine(client_id)
    if (!isDeepStrictEqual(found, nothingFound)) {
      of.faults.push(`verification of business ${client_id} finds ${JSON.stringify(found)}`)
    }
  }
  return of
}

/** Sends random requests to a service of its own, and judges every answer. */
export const run = async ({ database, ...settings }: Settings): Promise<Outcome> => {
  const stage = await openStage(database)
  try {
    return await runOn(stage, settings)
  } finally {
    await stage.service.stop()
  }
}
