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
import { type GeneratedRequest, Requests } from "./requests.ts"
import { type Reply, type Send, senderTo, shown } from "./sender.ts"
import { openStage, type Stage } from "./stage.ts"

const root = join(import.meta.dirname, "../../../..")
const document: Document = JSON.parse(readFileSync(join(root, "docs/openapi.json"), "utf8"))
export const operations = operationsOf(document)

export interface Settings {
  readonly seed: number
  /** Number of requests, without the additional ones that check them. */
  readonly requests: number
  /** A SQLite file, a PostgreSQL URL, or the in-memory storage. */
  readonly database: string
  /** Wraps the sender. */
  readonly behind?: (send: Send) => Send
  /** Includes only operations with matching ids. */
  readonly among?: RegExp
  /** Number of errors that end the run. */
  readonly faults?: number
  readonly tell?: (done: number, faults: number) => void
}

export interface Outcome {
  /** Errors, each with the request as a command. */
  readonly faults: ReadonlyArray<string>
  /** Responses in order. */
  readonly transcript: ReadonlyArray<string>
  readonly succeeded: ReadonlySet<string>
  readonly refused: ReadonlySet<string>
}

/** Weight of an operation by method. */
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

  /** Sends one request and checks the response. */
  async step(n: number): Promise<void> {
    const next = this.#next.shift()
    const isBroken = next === undefined && this.#chance.next() < 0.4
    const operation = next?.operation ?? this.#operation(isBroken)
    await this.#prepare(operation)
    const request = this.#requests.of(operation, isBroken, next?.place)
    this.#stage.turn(250)
    const before = await this.#promises.before(request)
    const reply = await this.#send(request)
    this.#note(request, reply)
    const found = [
      ...this.#answers.judge(operation, reply),
      ...(await this.#promises.after(request, reply, before)),
    ]
    if (found.length > 0) this.#report(n, request, reply, found)
  }

  #note(request: GeneratedRequest, reply: Reply): void {
    const { operation, place, isDry, actor } = request
    const { code = "" } = (reply.body ?? {}) as { readonly code?: string }
    const isSuccess = reply.status < 300
    this.transcript.push([operation.id, reply.status, isSuccess ? "" : code].join(" ").trim())
    if (reply.status >= 400) this.refused.add(operation.id)
    if (!isSuccess || isDry || actor === "stranger") return
    this.succeeded.add(operation.id)
    if (operation.id === "clock.set") this.#stage.set((reply.body as { readonly now: string }).now)
    // A session is not a record of the business.
    if (operation.isPublic) return
    if (operation.method === "DELETE") this.#knowledge.forget(place)
    else this.#knowledge.learn(operation.path, place, reply.body)
    if (reply.status === 201) this.#lookInto(operation, place, reply)
  }

  /** Schedules reads of what belongs to a created record, such as the members of a budget. */
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

  /** Returns an operation. Half of the time it is one that has not had such a response yet. */
  #operation(isBroken: boolean): Operation {
    const seen = isBroken ? this.refused : this.succeeded
    const unseen = this.#operations.filter((_) => !seen.has(_.id) && this.#requests.isPossible(_))
    if (unseen.length > 0 && this.#chance.next() < 0.5) return this.#chance.of(unseen)
    return this.#chance.of(this.#weighted)
  }

  /** Creates the sign-in or invite link that an operation needs. */
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

  #report(n: number, request: GeneratedRequest, reply: Reply, found: ReadonlyArray<string>): void {
    const by = request.fault === null ? "" : `, with a spoilt ${request.fault}`
    this.faults.push(
      [
        `request ${n}: ${request.operation.id} by ${request.actor}${by}`,
        ...found.map((each) => `  ${each}`),
        `  ${shown(this.#stage.service.url, request, this.#names)}`,
        `  -> ${reply.status} ${reply.text.slice(0, 600)}`,
      ].join("\n"),
    )
  }
}

/** Sends random requests to an existing stage, which the caller opens and closes. */
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

/** Sends random requests to a new service, and checks every response. */
export const run = async ({ database, ...settings }: Settings): Promise<Outcome> => {
  const stage = await openStage(database)
  try {
    return await runOn(stage, settings)
  } finally {
    await stage.service.stop()
  }
}
