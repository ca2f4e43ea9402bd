export * from "./client.ts"
export * from "./failures.ts"
export type {
  ApiResponse,
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
