import type { OperationResponse, operations } from "@souk/contract";
import { texts } from "./texts.ts";

export type Actor = OperationResponse<
  typeof operations.listInventoryMovements
>["inventory_movements"][number]["actor"];

/**
 * Format the actor of a change for people: the name of the app or staff member, the platform operator, or Souk
 * itself.
 */
export function formatActor({ kind, id, name }: Actor): string {
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
