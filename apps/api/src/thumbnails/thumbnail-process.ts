/**
 * Draws one thumbnail and exits. Reads the picture from standard input and writes the thumbnail to
 * standard output. A hostile picture can only crash the decoder in this process.
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
  // If memory runs out on Linux, this process is killed instead of the service.
  writeFileSync("/proc/self/oom_score_adj", "1000")
} catch {
  // Other systems do not have this setting.
}

const sharp = await load()
if (sharp === null) process.exitCode = outcomes.noSharp
else {
  sharp.cache(false)
  sharp.concurrency(1)
  // Blocks the decoders of all other formats, regardless of the content.
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
