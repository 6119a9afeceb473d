import {
  type ImportableResource,
  importableNames,
  importableResources,
  missingScope,
  refuse,
} from "@souk/contract";
import { ownerOf } from "../../jobs/index.ts";
import type { Call } from "../../routing/call.ts";
import type { ImportReader } from "./import-store.ts";

type ShopCall = Pick<Call, "actor" | "installation"> & { store: { id: number } };

/** Which imports a caller sees: an app its own, people those of the shop's people; both of what they may write. */
export function readerOf(call: ShopCall): ImportReader {
  const { actor } = call;
  const resources = importableNames.filter((name) => actor.scopes.has(importableResources[name]));
  return { ...ownerOf(call), resources };
}

/** @throws Refusal scope_missing unless the caller may write what is imported */
export function requireWriting({ actor }: Pick<ShopCall, "actor">, resource: ImportableResource): void {
  const missing = missingScope([[importableResources[resource]]], actor.scopes);
  if (missing !== null) refuse("scope_missing", { required_scope: missing });
}

/** Whether custom fields of customers are written for the caller (CUS-3). */
export function writesAttributes({ actor }: Pick<ShopCall, "actor">): boolean {
  return actor.scopes.has("write_customer_attributes");
}
