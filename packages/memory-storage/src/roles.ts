import { RoleStore } from "@outlay/domain"
import { Effect, Layer } from "effect"
import { byCreated, pageOf } from "./shared/list.ts"
import { Memory } from "./shared/memory.ts"

export const roleStore = Layer.effect(
  RoleStore,
  Effect.map(Memory, ({ tables }) =>
    RoleStore.of({
      page: (client_id, page) =>
        Effect.sync(() => pageOf(tables.roles.ofBusiness(client_id), byCreated, page, (_) => _)),
    }),
  ),
)
