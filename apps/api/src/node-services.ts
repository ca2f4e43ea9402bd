import * as ChildProcessSpawner from "@effect/platform-node-shared/NodeChildProcessSpawner"
import * as FileSystem from "@effect/platform-node-shared/NodeFileSystem"
import * as Path from "@effect/platform-node-shared/NodePath"
import * as Stdio from "@effect/platform-node-shared/NodeStdio"
import * as Terminal from "@effect/platform-node-shared/NodeTerminal"
import { Layer } from "effect"

/**
 * Services of Node for commands. `@effect/platform-node` has the same, but also depends on a Redis
 * and an HTTP client: 18 MB that nothing here uses.
 */
export const nodeServices = ChildProcessSpawner.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(FileSystem.layer, Path.layer, Stdio.layer, Terminal.layer)),
)
