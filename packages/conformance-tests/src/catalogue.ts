/** The checks and requirements of the suite as data, for programs that test the suite itself. */
export { chance } from "./http/chance.ts"
export { type OperationId, operations } from "./interface/operations.ts"
export { proven } from "./interface/proven.ts"
export { answers, type Shape } from "./interface/schemas/answers.ts"
export * as scenarios from "./interface/world/scenarios.ts"
export { described, observed } from "./suite.ts"
