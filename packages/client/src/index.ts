export * from "./client.ts"
export * from "./failures.ts"
export type {
  Answer,
  ArgumentsOf,
  ClientOf,
  InputOf,
  Method,
  PromiseClientOf,
  PromiseMethod,
  PromiseOptions,
  StreamedBody,
} from "./method.ts"
export type { ClientOptions, RetryOptions } from "./settings.ts"
