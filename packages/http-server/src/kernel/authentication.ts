import type { Caller, StorageUnavailable } from "@outlay/domain"
import type { Business } from "@outlay/domain/fields"
import type { Verdict } from "@outlay/domain/ports"
import type { OwnRight, Principal, Subject } from "@outlay/domain/rules"
import type { MailWay, SignInMethod } from "@outlay/http-contract"
import { Context, type Effect } from "effect"

/** Authentication and authorisation of callers, which the server needs before it runs a handler. */
export class Authentication extends Context.Service<
  Authentication,
  {
    /**
     * The principal of a secret that is valid now, or null. The business in the path, if any, is
     * looked up first.
     */
    readonly authenticate: (
      secret: string,
      client_id: number | null,
    ) => Effect.Effect<Principal | null, StorageUnavailable>
    /** The business in the path of an operator's request; null if it does not exist. */
    readonly business: (client_id: number) => Effect.Effect<Business | null, StorageUnavailable>
    /**
     * Decides what the caller may do because of the user for whom it acts, if the permission is not
     * in its role.
     */
    readonly judge: (
      right: OwnRight,
      caller: Caller,
      subject: Subject,
    ) => Effect.Effect<Verdict, StorageUnavailable>
  }
>()("@outlay/http-server/Authentication") {}

/** Principal of the request's token. The operator's API has none. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "@outlay/http-server/CurrentPrincipal",
) {}

/** The caller of a public operation. */
export interface Visitor {
  /** The browser's User-Agent; empty if it sends none. */
  readonly user_agent: string
  /** The session that the browser already has, or null. */
  readonly principal: Principal | null
}

export class CurrentVisitor extends Context.Service<CurrentVisitor, Visitor>()(
  "@outlay/http-server/CurrentVisitor",
) {}

/** Ways to sign in, and a notice to show with them. */
export const SignInWays = Context.Reference<{
  readonly methods: ReadonlyArray<SignInMethod>
  /** The name of the OpenID Connect provider; null if there is none. */
  readonly provider: string | null
  readonly notice: string | null
  /** The destination of messages; null if there is none. */
  readonly mail: MailWay | null
}>("@outlay/http-server/SignInWays", {
  defaultValue: () => ({
    methods: [],
    provider: null,
    notice: "This server has no way to sign in.",
    mail: null,
  }),
})
