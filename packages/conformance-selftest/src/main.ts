import { selftestCommand } from "./command.ts"

process.exitCode = await selftestCommand(process.argv.slice(2))
