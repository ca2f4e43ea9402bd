declare module "@20minutes/s3rver" {
  import type { IncomingMessage } from "node:http"

  /** A request and its response in Koa. */
  export interface Context {
    readonly method: string
    readonly req: IncomingMessage
    readonly query: Readonly<Record<string, string | undefined>>
    status: number
    body: string
  }
  type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>

  /** Part of the server that the tests use, because it has no types of its own. */
  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: ReadonlyArray<{ readonly name: string }>
    })
    readonly middleware: Array<Middleware>
    readonly store: {
      readonly getResourcePath: (bucket: string, key: undefined, resource: string) => string
    }
    run(): Promise<{ readonly port: number }>
    close(): Promise<void>
  }
}
