import { StorageUnavailable } from "@outlay/domain"
import { Effect, Logger } from "effect"
import { expect, test } from "vitest"
import { reportingOnce } from "./background.ts"

test("work blocked by storage logs the reason once, until it succeeds again", async () => {
  const logged: Array<string> = []
  const logger = Logger.make<unknown, void>(({ message, cause }) => {
    logged.push(`${message}${cause.reasons.length > 0 ? " with its cause" : ""}`)
  })
  const refused = (reason: string) => Effect.fail(new StorageUnavailable({ reason }))
  const runs = [
    ...[refused("no right"), refused("no right"), refused("no room"), refused("no room")],
    ...[Effect.void, refused("no room"), Effect.die("a bug"), Effect.die("a bug")],
  ]
  const report = reportingOnce("Resetting")
  await Effect.runPromise(
    Effect.forEach(runs, (run) => report(run)).pipe(Effect.provide(Logger.layer([logger]))),
  )
  const failed = "Resetting failed and will be retried"
  expect(logged).toEqual([
    ...[`${failed}: no right`, `${failed}: no room`, `${failed}: no room`],
    ...[`${failed} with its cause`, `${failed} with its cause`],
  ])
})
