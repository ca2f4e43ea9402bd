import type { Requirement } from "./requirement.ts"

/** SHA-256 digests of the documents whose sentences the requirements quote. */
export const documents: { readonly [source in Requirement["source"]]: string } = {
  interface: "547691eb6b4e285671c8ae04022400da8b30c6b343b9c7924d43750a7b9d6923",
  settlement: "a13cfd67e1a76ff8466250fabd614e82da70b69a325e84228c98a526b2e0b9b0",
  faults: "2ca6d69dacc6f31c08a164ff5e1211bad445ac3151227ef54023e58653690f97",
}
