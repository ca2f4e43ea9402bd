import { open } from "node:fs/promises"
import { dirname } from "node:path"

/** Waits until a written file, and its name in its folder, are durable. */
export const makeDurable = async (file: string): Promise<void> => {
  await sync(file, "r+")
  // Windows cannot sync a folder, and makes names durable by itself.
  if (process.platform !== "win32") await sync(dirname(file), "r")
}

const sync = async (path: string, flags: "r" | "r+"): Promise<void> => {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
