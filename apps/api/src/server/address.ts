import { failedAs } from "../failure.ts"

/** Why an address cannot be listened on, and which flag chooses another. */
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
