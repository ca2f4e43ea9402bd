/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import { Redacted } from "effect"
import type { S3Options } from "../src/index.ts"

/** An S3 server on loopback that checks signatures, with one bucket. */
export const startS3 = async () => {
  const directory = await mkdtemp(join(tmpdir(), "outlay-s3-"))
  const server = new S3rver({
    ...{ address: "127.0.0.1", port: 0, silent: true, directory },
    configureBuckets: [{ name: "receipts" }],
  })
  const { port } = await server.run()
  const options: S3Options = {
    url: `http://127.0.0.1:${port}/receipts`,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: Redacted.make("S3RVER"),
  }
  return {
    options,
    stop: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
