import {
  type Event as DomainEvent,
  type EventHead,
  type EventResource,
  type EventType,
  eventResources,
  eventTypes,
  Fields,
  isEventType,
} from "@outlay/domain/fields"
import type { EventPage } from "@outlay/domain/ports"
import { Schema } from "effect"
import { shown } from "./resources.ts"
import { type Envelope, endpoint, type Success } from "./shared/endpoint.ts"
import { client_id } from "./shared/path.ts"
import { integer, page, type QueryParameter, timestamp } from "./shared/query.ts"

/**
 * Actor of an event: a token, with the user for whom it acted; the operator; or the system itself.
 */
const Actor = Schema.Struct({
  type: Fields.choice(["token", "operator", "system"], "Type of actor."),
  token_id: Fields.nullable(Fields.uuid(), "Token id; null if the actor is not a token."),
  user_id: Fields.nullable(Fields.integerId(), "User that the token acts for, or null."),
}).annotate({
  identifier: "Actor",
  description: "Actor: a token (with its user), the operator or the system.",
  examples: [{ type: "token", token_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b42", user_id: 12 }],
})

const types = Object.keys(eventTypes) as ReadonlyArray<EventType>

const Previous = Fields.nullable(
  Schema.Record(Schema.String, Schema.Unknown),
  "Changed fields with their previous values; null for a new record.",
)

/** Returns the schema of the events of one kind of record: their types, and their `data`. */
const eventOf = <R extends EventResource>(resource: R) => {
  const data = shown[resource].schema
  const example = (data.ast.annotations?.["examples"] as ReadonlyArray<unknown> | undefined)?.[0]
  const own = types.filter((type) => eventTypes[type] === resource) as unknown as ReadonlyArray<
    TypesOf<R>
  >
  const name = String(data.ast.annotations?.["identifier"])
  return Schema.Struct({
    sequence: Fields.count("Sequence number in the business: 1, 2, 3, … without gaps."),
    id: Fields.uuid("Id of the event."),
    type: oneOf(own),
    created: Fields.timestamp("Commit time."),
    actor: Actor,
    data,
    previous: Previous,
    hash: Fields.text("SHA-256 (hex) of the event and the previous hash."),
  }).annotate({
    identifier: `${name}Event`,
    description: `State change: \`data\` is the ${name} after it, \`previous\` has the changed fields.`,
    examples: [
      {
        sequence: 17,
        id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b60",
        type: own[0],
        created: "2026-11-02T09:30:00.000Z",
        actor: { type: "token", token_id: "0199a7c2-4f10-7c3a-9b52-6d1e8f0a2b42", user_id: 12 },
        data: example,
        previous: null,
        hash: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
      },
    ] as never,
  })
}

/** Returns the schema of the types, without a union in the document if there is only one. */
const oneOf = <T extends string>(
  own: ReadonlyArray<T>,
): Schema.Literal<T> | Schema.Literals<ReadonlyArray<T>> => {
  const [only] = own
  const schema =
    only !== undefined && own.length === 1 ? Schema.Literal(only) : Schema.Literals(own)
  return schema.annotate({ description: "Event type." }) as never
}

type TypesOf<R extends EventResource> = {
  [T in EventType]: (typeof eventTypes)[T] extends R ? T : never
}[EventType]

type Shapes = { [R in EventResource]: ReturnType<typeof eventOf<R>> }

const shapes = eventResources.map(eventOf) as unknown as ReadonlyArray<Shapes[EventResource]>

export const Event = Schema.Union(shapes).annotate({
  identifier: "Event",
  description:
    "State change: the resource after it, and the changed fields with their previous values (null for a new record). `sequence` is 1, 2, 3, … in the business; `hash` is the SHA-256 of the previous hash and the event in canonical form.",
})

/** Returns the event as it is stored, which is how the API showed its record at that time. */
export const encodeEvent = (event: DomainEvent): typeof Event.Type =>
  ({
    sequence: event.sequence,
    id: event.id,
    type: event.type,
    created: event.created,
    actor: event.actor,
    data: event.data,
    previous: event.previous,
    hash: event.hash,
  }) as unknown as typeof Event.Type

/** "Every type is a known one": another is 400 `unknown_event_type`. */
const type: QueryParameter<EventType | undefined> = {
  description: "Only events of this type.",
  repeatable: false,
  required: false,
  absent: undefined,
  parse: ([text = ""]) =>
    isEventType(text)
      ? { value: text }
      : {
          fault: {
            code: "unknown_event_type",
            detail: "Unknown event type. /openapi.json lists the event types.",
          },
        },
  schema: { type: "string", enum: types },
  example: "topup.approved",
}

export interface HeadedEnvelope extends Envelope<typeof Event.Encoded> {
  /** Newest event of the business, regardless of the filter; null if there is none. */
  readonly head: EventHead | null
}

const headExample = {
  sequence: 17,
  hash: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
}

const eventPage: Success<EventPage, HeadedEnvelope> = {
  status: 200,
  schema: Event,
  kind: "page",
  encode: ({ results }) => results.map(encodeEvent),
  besides: {
    of: ({ head }) => ({ head }),
    properties: {
      head: {
        type: ["object", "null"],
        description:
          "Newest event of the business, regardless of the filters; null if there is none.",
        required: ["sequence", "hash"],
        properties: {
          sequence: {
            type: "integer",
            format: "int64",
            description: "Its sequence number.",
            minimum: 1,
          },
          hash: { type: "string", description: "Its SHA-256 (hex)." },
        },
        additionalProperties: false,
        examples: [headExample],
      },
    },
    example: { head: headExample },
  },
}

export const events = {
  list: endpoint({
    operation: "events.list",
    method: "GET",
    path: "/v1/businesses/{client_id}/events",
    access: { resource: "audit", action: "read" },
    summary: "List events",
    description:
      "Returns the audit trail: every state change of the business, by `sequence`. Events never change.",
    params: { client_id },
    query: {
      ...page,
      type,
      min_created: timestamp("Only events at this instant or later."),
      max_created: timestamp("Only events at this instant or earlier."),
      after_sequence: integer("Only events with a greater `sequence`."),
    },
    ordered: [["min_created", "max_created"]],
    success: eventPage,
    problems: [],
  }),
}
