export * from "./shared/amount.ts"
export * from "./shared/code.ts"
export * from "./shared/endpoint.ts"
export * from "./shared/faults.ts"
export * from "./shared/links.ts"
export * from "./shared/path.ts"
export * from "./shared/problem.ts"
export type {
  ParameterFault,
  QueryOf,
  QueryParameter,
  QueryParameters,
} from "./shared/query.ts"
export * as query from "./shared/query.ts"
export * from "./shared/text.ts"
