import { failedAs } from "../failure.ts"

/** Returns the failure for an address that cannot be listened on, with the flag that changes it. */
export const cannotListen = (
  { host, port }: { readonly host: string; readonly port: number | null },
  flag: string,
  reason: string,
) =>
  failedAs(
    "unavailable",
    reason.includes("EADDRINUSE")
      ? `${host}:${port} is in use: stop what uses it, or choose another port with --${flag}.`
      : `${host}:${port} cannot be listened on: ${reason}.`,
  )
