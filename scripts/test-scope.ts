import { afterAll, afterEach } from "vitest"
import { close } from "./temporary.ts"

// Runs for every test file: hooks of a module that files share would be those of the first alone.
afterEach(() => close("test"))
afterAll(() => close("file"))
