export { type CommandOptions, command } from "./command.ts"
export { type Context, context, readContext } from "./context.ts"
export { type OperatorOptions, operator } from "./operator.ts"
export { type UrlOptions, url } from "./url.ts"
