import {
  CurrentActor,
  Mailer,
  Messages,
  Notifications,
  Reassessments,
  SignInLinks,
  system,
  UnitOfWork,
  WebhookDeliveries,
  type WebhookSender,
} from "@outlay/domain"
import type { MailedMessage } from "@outlay/domain/fields"
import { PublicUrl, SandboxClock } from "@outlay/domain/ports"
import { EventsAsShown } from "@outlay/http-contract"
import {
  authentication,
  clockHandlers,
  handlers,
  type ServerOptions,
  SignInWays,
  serve,
} from "@outlay/http-server"
import { MemoryStorage } from "@outlay/memory-storage"
import { Cause, Clock, Context, Effect, Exit, Layer, Logger, References, Scope } from "effect"
import { examined } from "../../../packages/sqlite-storage/test/examined.ts"
import { temporaryFolder } from "../../../scripts/temporary.ts"
import { servicesLayer, servicesOver } from "../src/layers.ts"
import type { OidcSettings } from "../src/oidc-settings.ts"
import type { ReceiptsPlace } from "../src/receipts-place.ts"
import { signingInWith } from "../src/server/oidc.ts"
import { signInWays } from "../src/server/sign-in.ts"
import { unsubscribing } from "../src/server/unsubscribe.ts"
import { DrawingPatience } from "../src/thumbnails/thumbnails.ts"
import { httpSender } from "../src/webhooks/sender.ts"
import { publicTargets } from "../src/webhooks/targets.ts"

export interface Service {
  readonly url: string
  readonly operatorToken: string
  /** Sends due webhook deliveries. Returns the number of attempts. */
  readonly deliver: () => Promise<number>
  /** Reassesses expenses, as the service does soon after a setting has changed. */
  readonly reassess: () => Promise<number>
  /** Returns the token of a sign-in link, which is valid once. */
  readonly linkFor: (client_id: number, user_id: number) => Promise<string>
  /** Folder of the receipt files. */
  readonly receipts: string
  /** Log entries so far. */
  readonly logged: ReadonlyArray<Logged>
  /** Returns a token that accepts an invite, which is valid once. */
  readonly linkForInvite: (client_id: number, invite_id: number) => Promise<string>
  /** Writes the messages of requested sign-in links. Returns the number of requests. */
  readonly writeLinks: () => Promise<number>
  /** Writes notifications, a part for each business, without sending them. */
  readonly notify: () => Promise<number>
  /** Writes notifications and sends all pending messages. Returns the messages sent. */
  readonly sendMails: () => Promise<ReadonlyArray<MailedMessage>>
  /** Returns the differences that verification finds in the books of a business. */
  readonly examine: (client_id: number) => Promise<unknown>
  readonly stop: () => Promise<void>
}

/** Creates an outbox whose mailer stores its messages. */
const makeMailbox = () => {
  const sent: Array<MailedMessage> = []
  const mailer = Layer.succeed(Mailer, {
    send: (message) => Effect.sync(() => void sent.push(message)),
  })
  const until = <E, R>(work: Effect.Effect<number, E, R>): Effect.Effect<void, E, R> =>
    Effect.flatMap(work, (count) => (count === 0 ? Effect.void : until(work)))
  return {
    layer: Layer.provide(Messages.layer, mailer),
    send: (url: string) =>
      Effect.gen(function* () {
        yield* until(Notifications.use((_) => _.proceed()))
        yield* until(Messages.use((_) => _.deliver("others")))
        return sent.splice(0)
      }).pipe(Effect.provideService(PublicUrl, url)),
  }
}

/** A log entry: message with cause, and request id. */
export interface Logged {
  readonly text: string
  readonly request_id: unknown
}

const makeLog = () => {
  const logged: Array<Logged> = []
  const logger = Logger.make<unknown, void>(({ message, cause, fiber }) => {
    const { request_id } = fiber.getRef(References.CurrentLogAnnotations)
    const text = [message, cause.reasons.length === 0 ? [] : Cause.pretty(cause)].flat().join(" ")
    logged.push({ text, request_id })
  })
  return { logged, logger }
}

type ServicesIn<C> = C extends Context.Context<infer Services> ? Services : never

/** Has no engine, because only commands use it. */
const memory = Layer.provideMerge(MemoryStorage.layer, EventsAsShown)

/** Starts a sandbox on loopback with operator HTTP, on a file or a temporary database. */
export const startService = async (
  file = ":memory:",
  sender: Layer.Layer<WebhookSender> = httpSender(publicTargets),
  {
    oidc = null,
    receipts = null,
    units = (own) => own,
    clock = null,
    isInMemory = false,
    ...kernel
  }: Pick<ServerOptions, "bodyTimeout" | "publicUrl" | "visitLimit"> & {
    readonly oidc?: OidcSettings | null
    /** Defaults to a folder of the test. */
    readonly receipts?: ReceiptsPlace
    /** Replaces the units of work of requests, to change how they end. */
    readonly units?: (own: UnitOfWork["Service"]) => UnitOfWork["Service"]
    /** Base of the sandbox clock; null uses the clock of the machine. */
    readonly clock?: Clock.Clock | null
    /** True to use the in-memory storage instead of a database. */
    readonly isInMemory?: boolean
  } = {},
): Promise<Service> => {
  const operatorToken = "operator-token-of-a-test"
  const scope = await Effect.runPromise(Scope.make())
  const folder = temporaryFolder("receipts")
  const mailbox = makeMailbox()
  const { logged, logger } = makeLog()
  const ports = { webhooks: sender, receipts: receipts ?? { folder } }
  const services = Layer.merge(authentication, mailbox.layer).pipe(
    Layer.provideMerge(
      isInMemory
        ? (servicesOver(memory, file, ports) as ReturnType<typeof servicesLayer>)
        : servicesLayer({ file }, ports),
    ),
    Layer.provideMerge(Logger.layer([logger], { mergeWithExisting: true })),
    // The default timeout is too short for a process of low priority next to other tests.
    Layer.provideMerge(Layer.succeed(DrawingPatience, 150_000)),
    Layer.provideMerge(
      clock === null
        ? SandboxClock.layer
        : Layer.provide(SandboxClock.layer, Layer.succeed(Clock.Clock, clock)),
    ),
  )
  const options = {
    ...{ version: "0.0.0", host: "127.0.0.1", port: 0, operatorToken, visitLimit: null },
    ...kernel,
  }
  const built = await Effect.runPromise(Layer.buildWithScope(services, scope))
  const context = Context.add(built, UnitOfWork, units(Context.get(built, UnitOfWork)))
  const unsubscribe = await Effect.runPromise(Effect.provide(unsubscribing, context))
  const provider =
    oidc === null
      ? {}
      : { provider: await Effect.runPromise(Effect.provide(signingInWith(oidc), context)) }
  const mail = { smtp: null, folder: "mail", from: "outlay@localhost" }
  const ways = signInWays({ publicUrl: null, host: "127.0.0.1", mail, oidc })
  const listening = serve([...handlers, ...clockHandlers], {
    ...{ ...options, unsubscribe, ...provider },
  }).pipe(Effect.provideService(SignInWays, ways))
  const { host, port } = await Effect.runPromise(
    listening.pipe(Effect.provide(context), Scope.provide(scope)),
  )
  const run = <A, E>(work: Effect.Effect<A, E, ServicesIn<typeof context>>): Promise<A> =>
    Effect.runPromise(Effect.provide(work, context))
  const asSystem = <A, E>(work: Effect.Effect<A, E, ServicesIn<typeof context>>): Promise<A> =>
    run(Effect.provideService(work, CurrentActor, system))
  return {
    url: `http://${host}:${port}`,
    operatorToken,
    deliver: () => {
      const deliver = WebhookDeliveries.use((_) => _.deliver())
      return Effect.runPromise(
        Effect.provide(deliver, Context.add(context, Logger.CurrentLoggers, new Set())),
      )
    },
    reassess: () => asSystem(Reassessments.use((_) => _.proceed())),
    linkFor: async (client_id, user_id) => {
      const issued = SignInLinks.use((_) => _.issue({ client_id, user_id }, "/budgets"))
      return (await asSystem(issued)).token
    },
    linkForInvite: async (client_id, invite_id) => {
      const issued = SignInLinks.use((_) => _.issueForInvite({ client_id, invite_id }))
      return (await asSystem(issued)) ?? "none"
    },
    writeLinks: () => asSystem(SignInLinks.use((_) => _.deliver())),
    notify: () => asSystem(Notifications.use((_) => _.proceed())),
    sendMails: () => asSystem(mailbox.send(`http://${host}:${port}`)),
    receipts: folder,
    logged,
    examine: (client_id) => run(examined(client_id)),
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}
