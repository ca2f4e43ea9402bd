import type { Endpoint } from "@outlay/http-contract"
import type { Page } from "./pages.ts"

export const documentPages = (
  _endpoints: ReadonlyArray<Endpoint>,
  _version: string,
): ReadonlyArray<readonly [string, Page]> => []
