import { afterAll, afterEach } from "vitest"
import { close } from "./temporary.ts"

// Runs for every test file: hooks in a shared module would be registered for the first file only.
afterEach(() => close("test"))
afterAll(() => close("file"))
