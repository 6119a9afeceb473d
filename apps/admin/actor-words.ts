import type { AnswerOf, operations } from "@souk/contract";
import { strings } from "./strings.ts";

export type ActorShown = AnswerOf<
  typeof operations.listInventoryMovements
>["inventory_movements"][number]["actor"];

/** Who made a change, in words. */
export function actorWords({ kind, id, name }: ActorShown): string {
  switch (kind) {
    case "app":
      return strings.actors.app(name ?? id);
    case "account":
      return name ?? strings.actors.account;
    case "operator":
      return strings.actors.operator;
    case "system":
      return strings.actors.system;
  }
}
