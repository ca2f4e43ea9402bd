import { Layer } from "effect"
import type { Ids } from "./core/ids.ts"
import type { UnitOfWork } from "./core/unit-of-work.ts"
import { services } from "./services.ts"
import type { storesOver } from "./stores.ts"
import type { Secrets } from "./tokens/secrets.ts"
import type { WebhookSender } from "./webhooks/sender.ts"

/** Every port that a storage supplies. */
export type Stores = Layer.Success<ReturnType<typeof storesOver>> | Ids | UnitOfWork

type Layers = { readonly [N in keyof typeof services]: (typeof services)[N]["layer"] }

/** Every service of the domain, as the type of what handlers and commands require. */
export type Services = Layer.Success<Layers[keyof Layers]>

const {
  BudgetMembers,
  Budgets,
  CustomFields,
  Notifications,
  Sessions,
  SignInLinks,
  Tokens,
  Transactions,
  Webhooks,
  ...others
} = services

const layers = Object.values(others).map(({ layer }) => layer)

/**
 * The other services depend on transactions, which depend on members, which depend on budgets and
 * custom fields.
 */
const core: Layer.Layer<
  Exclude<
    Services,
    Layer.Success<
      | typeof Notifications.layer
      | typeof Sessions.layer
      | typeof SignInLinks.layer
      | typeof Tokens.layer
      | typeof Webhooks.layer
    >
  >,
  never,
  Stores
> = Layer.mergeAll(...(layers as [(typeof layers)[number]])).pipe(
  Layer.provideMerge(Transactions.layer),
  Layer.provideMerge(BudgetMembers.layer),
  Layer.provideMerge(Layer.merge(Budgets.layer, CustomFields.layer)),
)

const full: Layer.Layer<Services, never, Stores | Secrets | WebhookSender> = Layer.mergeAll(
  Notifications.layer,
  Sessions.layer,
  Webhooks.layer,
).pipe(Layer.provideMerge(SignInLinks.layer), Layer.provideMerge(Layer.merge(core, Tokens.layer)))

/**
 * The services of the domain as one layer. `core` needs only a storage; it is for programs that
 * check permissions themselves and send no webhooks. `full` adds tokens, sessions and webhooks, and
 * needs `Secrets` and a `WebhookSender`.
 */
export const Services = { core, full }
