import type { Caller, StorageUnavailable } from "@outlay/domain"
import type { Business } from "@outlay/domain/fields"
import type { Verdict } from "@outlay/domain/ports"
import type { OwnRight, Principal, Subject } from "@outlay/domain/rules"
import type { MailWay, SignInMethod } from "@outlay/http-contract"
import { Context, type Effect } from "effect"

/** Who may ask, and for which business: what the server has to know before it runs a handler. */
export class Authentication extends Context.Service<
  Authentication,
  {
    /**
     * The principal of a secret that is valid now, or null. The business in the path, where there
     * is one, says where to look first.
     */
    readonly authenticate: (
      secret: string,
      client_id: number | null,
    ) => Effect.Effect<Principal | null, StorageUnavailable>
    /** The business in the path of an operator's request, or null where there is none. */
    readonly business: (client_id: number) => Effect.Effect<Business | null, StorageUnavailable>
    /** What a caller whose role lacks a permission may as the user for whom it acts. */
    readonly judge: (
      right: OwnRight,
      caller: Caller,
      subject: Subject,
    ) => Effect.Effect<Verdict, StorageUnavailable>
  }
>()("@outlay/http-server/Authentication") {}

/** Whose token the request carries. There is none on the operator's side. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "@outlay/http-server/CurrentPrincipal",
) {}

/** Who comes to an operation that is for anyone. */
export interface Visitor {
  /** What the browser says it is; empty where it says nothing. */
  readonly user_agent: string
  /** Whose session the browser has already, or null. */
  readonly principal: Principal | null
}

export class CurrentVisitor extends Context.Service<CurrentVisitor, Visitor>()(
  "@outlay/http-server/CurrentVisitor",
) {}

/** How people can sign in, and a sentence for them. */
export const SignInWays = Context.Reference<{
  readonly methods: ReadonlyArray<SignInMethod>
  /** What the OpenID Connect provider is called; null: there is none. */
  readonly provider: string | null
  readonly notice: string | null
  /** Where messages go; null: nowhere. */
  readonly mail: MailWay | null
}>("@outlay/http-server/SignInWays", {
  defaultValue: () => ({
    methods: [],
    provider: null,
    notice: "This server has no way to sign in.",
    mail: null,
  }),
})
