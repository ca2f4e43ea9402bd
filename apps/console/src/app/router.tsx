import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router"
import { currentSession } from "../api/session.ts"
import { filtersIn as auditFiltersIn } from "../audit/filters.ts"
import { filtersIn as moneyFiltersIn } from "../money/filters.ts"
import { filtersIn } from "../transactions/filters.ts"
import { parseSearch, type Search, writeSearch } from "./search.ts"
import { Crash, NotFound, Waiting, WaitingPage } from "./states.tsx"

const root = createRootRoute({ notFoundComponent: NotFound, errorComponent: Crash })

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (
    search,
  ): { return_to?: string; ended?: string; failed?: string; other?: string } => search as Search,
  component: lazyRouteComponent(() => import("../sign-in/page.tsx"), "SignInPage"),
})

const inside = createRoute({
  getParentRoute: () => root,
  id: "inside",
  beforeLoad: ({ location }) => {
    if (currentSession() !== null) return
    const search = location.href === "/" ? {} : { return_to: location.href }
    throw redirect({ to: "/sign-in", search })
  },
  component: lazyRouteComponent(() => import("./shell.tsx"), "Shell"),
  // The spinner appears at once, because the page is still empty.
  pendingMs: 0,
  pendingComponent: WaitingPage,
})

const home = createRoute({
  getParentRoute: () => inside,
  path: "/",
  component: lazyRouteComponent(() => import("../home/page.tsx"), "HomePage"),
})

const transactions = createRoute({
  getParentRoute: () => inside,
  path: "/transactions",
  validateSearch: filtersIn,
  component: lazyRouteComponent(() => import("../transactions/page.tsx"), "TransactionsPage"),
})

const transaction = createRoute({
  getParentRoute: () => transactions,
  path: "$transaction_id",
  component: lazyRouteComponent(() => import("../transactions/sheet.tsx"), "TransactionSheet"),
})

interface Tabbed<Tab extends string> {
  readonly tab?: Tab
}

const approvals = createRoute({
  getParentRoute: () => inside,
  path: "/approvals",
  validateSearch: (search): Tabbed<"waiting" | "mine" | "all"> & { readonly topup?: string } =>
    search as Search,
  component: lazyRouteComponent(() => import("../approvals/page.tsx"), "ApprovalsPage"),
})

const budgets = createRoute({
  getParentRoute: () => inside,
  path: "/budgets",
  component: lazyRouteComponent(() => import("../budgets/page.tsx"), "BudgetsPage"),
})

const budget = createRoute({
  getParentRoute: () => inside,
  path: "/budgets/$budget_id",
  validateSearch: (search): Tabbed<string> => search as Search,
  component: lazyRouteComponent(() => import("../budgets/detail.tsx"), "BudgetPage"),
})

const money = createRoute({
  getParentRoute: () => inside,
  path: "/money",
  validateSearch: moneyFiltersIn,
  component: lazyRouteComponent(() => import("../money/page.tsx"), "MoneyPage"),
})

const settings = createRoute({
  getParentRoute: () => inside,
  path: "/settings",
  validateSearch: (search): Tabbed<string> => search as Search,
  component: lazyRouteComponent(() => import("../settings/page.tsx"), "SettingsPage"),
})

const audit = createRoute({
  getParentRoute: () => inside,
  path: "/audit",
  validateSearch: auditFiltersIn,
  component: lazyRouteComponent(() => import("../audit/page.tsx"), "AuditPage"),
})

const event = createRoute({
  getParentRoute: () => audit,
  path: "$sequence",
  component: lazyRouteComponent(() => import("../audit/sheet.tsx"), "EventSheet"),
})

const people = createRoute({
  getParentRoute: () => inside,
  path: "/people",
  validateSearch: (search): Tabbed<string> => search as Search,
  component: lazyRouteComponent(() => import("../people/page.tsx"), "PeoplePage"),
})

const routes = root.addChildren([
  signIn,
  inside.addChildren([
    home,
    transactions.addChildren([transaction]),
    approvals,
    budgets,
    budget,
    people,
    money,
    settings,
    audit.addChildren([event]),
  ]),
])

export const router = createRouter({
  routeTree: routes,
  parseSearch,
  stringifySearch: writeSearch,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
