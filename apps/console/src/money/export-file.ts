import { api, dataOf, ofBusiness } from "../api/client.ts"
import type { Export } from "../api/records.ts"
import { useWrite } from "../api/write.ts"
import { download } from "../parts/download.ts"

/**
 * Returns a function that downloads the file with the person's credential and saves it in the
 * browser.
 */
export const useSave = ({ id, name }: Export) =>
  useWrite({
    send: (_: undefined) =>
      dataOf(
        api.GET("/v1/businesses/{client_id}/exports/{export_id}/file", {
          params: { path: { ...ofBusiness(), export_id: id } },
          parseAs: "blob",
        }),
      ) as Promise<unknown> as Promise<Blob>,
    done: (blob) => download(blob, name),
  })
