import { createServer } from "node:http"
import { createServer as createTcpServer } from "node:net"
import { exits, type Provisioner } from "@outlay/conformance-tests"
import { referenceProvisioner } from "../reference/provisioner.ts"
import { type Handle, jsonResponse, listening, served } from "../wire.ts"
import { inventedBusiness, inventing } from "./inventions.ts"
import { documentMock, shapeMock } from "./mocks.ts"

/** A target that implements nothing: the suite may never pass it. */
export interface Dumb {
  readonly name: string
  readonly does: string
  /** Expected exit code of a run against it. */
  readonly exit: number
  readonly provisioner: () => Promise<Provisioner>
}

const serving = (handle: () => Handle) => async () => {
  const { url, close } = await served(handle())
  return inventing(url, close)
}

const closedPort = async () => {
  const { url, close } = await listening(createServer())
  await close()
  return inventing(url)
}

const hanging = async () => {
  const sockets = new Set<{ readonly destroy: () => unknown }>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => undefined)
  })
  const { url, close } = await listening(server)
  return inventing(url, () => {
    for (const socket of sockets) socket.destroy()
    return close()
  })
}

/** The reference, whose process ends after 20 requests. */
const dying = async (): Promise<Provisioner> => {
  let left = 20
  let stopProvisioner = async (): Promise<void> => undefined
  const provisioner = referenceProvisioner({
    edge: (next) => async (request) => {
      left -= 1
      if (left <= 0) void stopProvisioner()
      return next(request)
    },
  })
  stopProvisioner = provisioner.stop
  return provisioner
}

/** The reference, with a provisioner that omits the ids and tokens of its businesses. */
const lying = async (): Promise<Provisioner> => {
  const provisioner = referenceProvisioner()
  let worldCount = 0
  return {
    ...inventing(""),
    start: provisioner.start,
    stop: provisioner.stop,
    world: async (spec) => {
      worldCount += 1
      const { tokens } = await provisioner.world(spec)
      return { ...inventedBusiness(spec, String(worldCount)), tokens }
    },
  }
}

const echo: Handle = async ({ method, url, headers, body }) =>
  jsonResponse(200, { method, url, headers, body: body.toString("utf8") })

/** Returns the dumb targets, with a mock of the OpenAPI document if there is one. */
export const dumbTargets = (document?: unknown): ReadonlyArray<Dumb> => [
  {
    name: "closed-port",
    does: "no process listens",
    exit: exits.unreachable,
    provisioner: closedPort,
  },
  {
    name: "hanging",
    does: "accepts connections and never responds",
    exit: exits.unreachable,
    provisioner: hanging,
  },
  {
    name: "always-200",
    does: "returns 200 `{}` for everything",
    exit: exits.failed,
    provisioner: serving(() => async () => jsonResponse(200, {})),
  },
  {
    name: "always-401",
    does: "returns 401 for everything",
    exit: exits.failed,
    provisioner: serving(() => async () => jsonResponse(401, {})),
  },
  {
    name: "echo",
    does: "returns the request",
    exit: exits.failed,
    provisioner: serving(() => echo),
  },
  {
    name: "dying",
    does: "exits after 20 requests",
    exit: exits.unreachable,
    provisioner: dying,
  },
  {
    name: "lying-provisioner",
    does: "is correct, but its provisioner returns ids that do not exist",
    exit: exits.failed,
    provisioner: lying,
  },
  {
    name: "schema-mock",
    does: "returns the right shapes of the interface, but has no data",
    exit: exits.failed,
    provisioner: serving(shapeMock),
  },
  ...(document === undefined
    ? []
    : [
        {
          name: "document-mock",
          does: "returns the examples of an OpenAPI document, but has no data",
          exit: exits.failed,
          provisioner: serving(() => documentMock(document)),
        },
      ]),
]
