import { createServer, type IncomingMessage } from "node:http"
import { open } from "./database.ts"

/**
 * Peer with the least work: `node:http` and `JSON.stringify`, without any checks: `node bare.ts
 * FILE CLIENT_ID`
 */
const [file = "", client = ""] = process.argv.slice(2)
const database = open(file, Number(client))
const transactions = `/v2/businesses/${client}/transactions`

interface Wanted {
  readonly amount: number
  readonly description: string
}

const bodyOf = async (request: IncomingMessage): Promise<Wanted> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

const read = (url: string): unknown => {
  if (url.startsWith(`${transactions}/`)) return database.one(url.slice(transactions.length + 1))
  const query = new URLSearchParams(url.slice(transactions.length + 1))
  return database.page(Number(query.get("offset") ?? 0), Number(query.get("limit") ?? 50))
}

const write = async (request: IncomingMessage): Promise<unknown> => {
  const { amount, description } = await bodyOf(request)
  return database.topup(request.url?.split("/")[5] ?? "", amount, description)
}

const server = createServer(async (request, response) => {
  const isWrite = request.method === "POST"
  const result = isWrite ? await write(request) : read(request.url ?? "")
  const body = JSON.stringify(result)
  response.writeHead(isWrite ? 201 : 200, [
    "Content-Type",
    "application/json",
    "Content-Length",
    String(Buffer.byteLength(body)),
  ])
  response.end(body)
})

process.once("SIGTERM", () => process.exit(0))
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`listening ${typeof address === "object" ? address?.port : ""}\n`)
})
