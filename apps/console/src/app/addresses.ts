/** Paths that show the console, including everything below them, except for `/`. */
export const addresses = [
  "/",
  "/sign-in",
  "/transactions",
  "/approvals",
  "/budgets",
  "/people",
  "/money",
  "/settings",
  "/audit",
] as const
