import { type Permission, StorageUnavailable, UnitOfWork } from "@outlay/domain"
import type { Business } from "@outlay/domain/fields"
import { type IdempotencyRecord, IdempotencyStore } from "@outlay/domain/ports"
import { NotFound, type Principal } from "@outlay/domain/rules"
import {
  client_id,
  endpoint,
  integerId,
  none,
  notFound,
  one,
  pageOf,
  problem,
  query,
  streamedEndpoint,
  text,
  uuidId,
} from "@outlay/http-contract"
import { Context, Data, Effect, Exit, Layer, Schema, Scope } from "effect"
import { Authentication } from "../src/kernel/authentication.ts"
import { handler } from "../src/kernel/handler.ts"
import { type Listening, type ServerOptions, serve } from "../src/server.ts"

/** A toy interface: notes of a business, in memory. */
interface Note {
  readonly id: number
  readonly text: string
}

class NoteIsLocked extends Data.TaggedError("NoteIsLocked")<{ readonly pointer: string }> {
  override get message(): string {
    return "This note is locked."
  }
}

class Notes extends Context.Service<
  Notes,
  {
    notes: Array<Note>
    next: number
    /** Failure of the next write. */
    fault: "none" | "defect" | "storage" | "slow" | "locked"
    /** Promise that the next write waits for. */
    held: Promise<void> | null
  }
>()("test/Notes") {}

const NoteShape = Schema.Struct({ id: Schema.Int, text: Schema.String }).annotate({
  identifier: "Note",
  description: "A note.",
  examples: [{ id: 1, text: "Hello" }],
})
const noteWire = {
  schema: NoteShape,
  encode: ({ id, text }: Note) => ({ id, text }),
}
const CreateNote = Schema.Struct({ text: text.text(128) }).annotate({
  identifier: "CreateNote",
  description: "A new note.",
  examples: [{ text: "Hello" }],
})

const read: Permission = { resource: "budgets", action: "read" }
const create: Permission = { resource: "budgets", action: "create" }
const locked = problem(NoteIsLocked, "The note is locked")
const all = "/v1/businesses/{client_id}/notes"
const note_id = integerId("The id of the note.")
const shown = { summary: "A note", description: "A note." }
const noteQuery = {
  ...query.page,
  is_deleted: query.boolean("Only deleted notes."),
  status: query.manyOf(["A", "B"], "Only notes of these."),
  day: query.date("Only notes of this day."),
}

const each = `${all}/{note_id}`
const noteParams = { client_id, note_id }

const contract = {
  list: endpoint({
    ...shown,
    operation: "notes.list",
    method: "GET",
    path: all,
    access: read,
    params: { client_id },
    query: noteQuery,
    success: pageOf(noteWire),
    problems: [],
  }),
  get: endpoint({
    ...shown,
    operation: "notes.get",
    method: "GET",
    path: each,
    access: read,
    params: noteParams,
    success: one(noteWire),
    problems: [notFound],
  }),
  create: endpoint({
    ...shown,
    operation: "notes.create",
    method: "POST",
    path: all,
    access: create,
    params: { client_id },
    body: CreateNote,
    success: one(noteWire, 201),
    problems: [locked],
  }),
  update: endpoint({
    ...shown,
    operation: "notes.update",
    method: "PATCH",
    path: each,
    access: create,
    params: noteParams,
    body: CreateNote,
    success: one(noteWire),
    problems: [notFound],
  }),
  remove: endpoint({
    ...shown,
    operation: "notes.remove",
    method: "DELETE",
    path: each,
    access: create,
    params: noteParams,
    success: none,
    problems: [notFound],
  }),
  lock: endpoint({
    ...shown,
    operation: "notes.lock",
    method: "POST",
    path: `${each}/lock`,
    access: create,
    params: noteParams,
    success: one(noteWire),
    problems: [notFound],
  }),
  byUuid: endpoint({
    ...shown,
    operation: "notes.byUuid",
    method: "GET",
    path: "/v2/businesses/{client_id}/notes/{uuid}",
    access: read,
    params: { client_id, uuid: uuidId("An id.") },
    success: one(noteWire),
    problems: [notFound],
  }),
  secret: endpoint({
    ...shown,
    operation: "notes.secret",
    method: "GET",
    path: "/v1/businesses/{client_id}/secrets",
    access: { resource: "audit", action: "read" },
    params: { client_id },
    success: one(noteWire),
    problems: [],
  }),
  operate: endpoint({
    ...shown,
    operation: "notes.operate",
    method: "POST",
    path: "/operator/v1/businesses/{client_id}/notes",
    access: "operator",
    params: { client_id },
    body: CreateNote,
    success: one(noteWire, 201),
    problems: [locked],
  }),
  stream: streamedEndpoint({
    ...shown,
    operation: "notes.load",
    method: "POST",
    path: "/operator/v1/businesses/{client_id}/notes/lines",
    access: "operator",
    params: { client_id },
    row: CreateNote,
    success: one({
      schema: Schema.Struct({ bytes: Schema.Int }),
      encode: (count: number) => ({ bytes: count }),
    }),
    problems: [],
  }),
}

const find = (note_id: number) =>
  Notes.use(({ notes }) => {
    const note = notes.find(({ id }) => id === note_id)
    return note === undefined
      ? Effect.fail(new NotFound({ what: "note", id: note_id }))
      : Effect.succeed(note)
  })

const add = (text: string) =>
  Notes.use((all): Effect.Effect<Note, NoteIsLocked | StorageUnavailable> => {
    switch (all.fault) {
      case "defect":
        return Effect.die(new Error("SELECT secret FROM tokens"))
      case "storage":
        return Effect.fail(new StorageUnavailable({ reason: "disk full" }))
      case "locked":
        return Effect.fail(new NoteIsLocked({ pointer: "/text" }))
      default: {
        const note = { id: all.next++, text }
        all.notes = [...all.notes, note]
        const { held } = all
        const done =
          held === null
            ? Effect.succeed(note)
            : Effect.as(
                Effect.promise(() => held),
                note,
              )
        return all.fault === "slow" ? Effect.delay(done, 50) : done
      }
    }
  })

const change = (note_id: number, change: (note: Note) => Note | null) =>
  Effect.flatMap(find(note_id), (note) =>
    Notes.use((all) => {
      const changed = change(note)
      all.notes = all.notes.flatMap((each) =>
        each.id !== note_id ? [each] : changed === null ? [] : [changed],
      )
      return Effect.succeed(changed ?? note)
    }),
  )

const handlers = [
  handler(contract.list, ({ query: { offset, limit } }) =>
    Notes.use(({ notes }) =>
      Effect.succeed({ count: notes.length, results: notes.slice(offset, offset + limit) }),
    ),
  ),
  handler(contract.get, ({ params }) => find(params.note_id)),
  handler(contract.create, ({ body }) => add(body.text)),
  handler(contract.update, ({ params, body }) =>
    change(params.note_id, (note) => ({ ...note, ...body })),
  ),
  handler(contract.remove, ({ params }) => Effect.asVoid(change(params.note_id, () => null))),
  handler(contract.lock, ({ params }) => find(params.note_id)),
  handler(contract.byUuid, ({ params }) =>
    Effect.fail(new NotFound({ what: "note", id: params.uuid })),
  ),
  handler(contract.secret, () => Effect.succeed({ id: 0, text: "secret" })),
  handler(contract.operate, ({ body }) => add(body.text)),
  handler(contract.stream, ({ body }) =>
    Effect.promise(async () => {
      let bytes = 0
      for await (const chunk of body) bytes += chunk.length
      return bytes
    }),
  ),
]

const created = "2026-01-01T00:00:00.000Z"

const business = (client_id: number): Business => ({
  client_id,
  name: "Acme",
  currency: "AUD",
  features: { expense_assistant: false, itemised_tax: false, hold_to_wallet: false },
  integration: null,
  created,
  updated: created,
})

const principal = (id: string, client_id: number, permissions: ReadonlyArray<Permission>) =>
  ({
    token: { client_id, id, role_id: "r", user_id: null },
    business: business(client_id),
    role: { client_id, id: "r", name: "Accountant", is_deletable: false, permissions, created },
  }) as unknown as Principal

const born = (): Map<string, Principal> =>
  new Map([
    ["outlay_writer", principal("t1", 7, [read, create])],
    ["outlay_reader", principal("t2", 7, [read])],
    ["outlay_other", principal("t3", 8, [read, create])],
  ])

const authenticationBy = (principals: ReadonlyMap<string, Principal>) =>
  Layer.succeed(Authentication, {
    authenticate: (secret) =>
      secret === "outlay_broken"
        ? Effect.fail(new StorageUnavailable({ reason: "gone" }))
        : Effect.succeed(principals.get(secret) ?? null),
    business: (client_id) => Effect.succeed(client_id === 7 ? business(7) : null),
    judge: () => Effect.succeed("hidden" as const),
  })

/** All or nothing, by restoring the previous notes. */
const unitOfWork = Layer.effect(
  UnitOfWork,
  Effect.gen(function* () {
    const all = yield* Notes
    const undoing = <A, E, R>(work: Effect.Effect<A, E, R>, always: boolean) =>
      Effect.suspend(() => {
        const before = all.notes
        return Effect.onExit(work, (exit) =>
          Effect.sync(() => {
            if (always || Exit.isFailure(exit)) all.notes = before
          }),
        )
      })
    return {
      atomically: (work) => undoing(work, false),
      dryRun: (work) => undoing(work, true),
      beforehand: (work) => work,
    }
  }),
)

export interface Toy extends Listening {
  readonly state: Notes["Service"]
  readonly remembered: Map<string, IdempotencyRecord>
  /** Principals by secret: a test may change them while the toy runs. */
  readonly principals: Map<string, Principal>
  readonly stop: () => Promise<void>
}

/** Serves the toy on a free port of the loopback interface. */
export const start = async (options: Partial<ServerOptions> = {}): Promise<Toy> => {
  const state: Notes["Service"] = {
    notes: [1, 2, 3].map((id) => ({ id, text: `note ${id}` })),
    next: 4,
    fault: "none",
    held: null,
  }
  const remembered = new Map<string, IdempotencyRecord>()
  const notes = Layer.succeed(Notes, state)
  const idempotency = Layer.succeed(IdempotencyStore, {
    find: ({ scope }) => Effect.succeed(remembered.get(scope) ?? null),
    save: (record) =>
      Effect.sync(() => {
        if (remembered.has(record.scope)) return false
        remembered.set(record.scope, record)
        return true
      }),
    prune: () => Effect.succeed(0),
  })
  const principals = born()
  const services = Layer.mergeAll(authenticationBy(principals), unitOfWork, idempotency).pipe(
    Layer.provideMerge(notes),
  )
  const scope = Scope.makeUnsafe()
  const listening = await Effect.runPromise(
    serve(handlers, {
      host: "127.0.0.1",
      port: 0,
      version: "1.0.0",
      operatorToken: "operator-token",
      ...options,
    }).pipe(Effect.provide(services), Effect.provideService(Scope.Scope, scope)),
  )
  const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
  return { ...listening, state, remembered, principals, stop }
}
