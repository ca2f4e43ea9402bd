/** The addresses that show the console; everything below one of them does, too, but for `/`. */
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
