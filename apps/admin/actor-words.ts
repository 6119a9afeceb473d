import type { OperationResponse, operations } from "@souk/contract";
import { texts } from "./texts.ts";

export type ActorShown = OperationResponse<
  typeof operations.listInventoryMovements
>["inventory_movements"][number]["actor"];

/** Return the name of who made a change, in words. */
export function actorWords({ kind, id, name }: ActorShown): string {
  switch (kind) {
    case "app":
      return texts.common.actors.app({ name: name ?? id });
    case "account":
      return name ?? texts.common.actors.account;
    case "operator":
      return texts.common.actors.operator;
    case "system":
      return texts.common.actors.system;
  }
}
