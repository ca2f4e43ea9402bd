import { Skeleton } from "@mantine/core"
import { lazy, Suspense } from "react"
import type { ChartGiven } from "./charts.tsx"

const Loaded = lazy(async () => ({ default: (await import("./charts.tsx")).Chart }))

/** A picture of amounts, with its place kept while it is being loaded. */
export const Chart = (given: ChartGiven) => (
  <Suspense fallback={<Skeleton height={240} radius="md" />}>
    <Loaded {...given} />
  </Suspense>
)
