/**
 * Draws one thumbnail and ends: the picture comes on standard input, the thumbnail leaves on
 * standard output. What a hostile picture does to its decoder ends with this process.
 */
import { writeFileSync } from "node:fs"
import { buffer } from "node:stream/consumers"
import { maxSidePixels, mostPixels, outcomes } from "./bounds.ts"

const load = async () => {
  try {
    return (await import("sharp")).default
  } catch {
    return null
  }
}

const read = ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"]

try {
  // On Linux: where memory is short, this process ends and not the service.
  writeFileSync("/proc/self/oom_score_adj", "1000")
} catch {
  // Other systems choose by themselves.
}

const sharp = await load()
if (sharp === null) process.exitCode = outcomes.noSharp
else {
  sharp.cache(false)
  sharp.concurrency(1)
  // Decoders of other formats are not reached, whatever the bytes say.
  sharp.block({ operation: ["VipsForeignLoad"] })
  sharp.unblock({ operation: read })
  const picture = await buffer(process.stdin)
  try {
    const thumbnail = await sharp(picture, { limitInputPixels: mostPixels, failOn: "truncated" })
      .autoOrient()
      .resize(maxSidePixels, maxSidePixels, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 75 })
      .toBuffer()
    process.stdout.write(thumbnail)
  } catch {
    process.exitCode = outcomes.notDrawable
  }
}
