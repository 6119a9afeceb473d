import {
  findMissingScope,
  type ImportableResource,
  importableNames,
  importableResources,
  throwApiError,
} from "@souk/contract";
import type { Call } from "../../infrastructure/routing/call.ts";
import { toWorkOwner } from "../../runtime/jobs/index.ts";
import type { ImportReader } from "./import-store.ts";

type StoreCall = Pick<Call, "actor" | "installation"> & { store: { id: number } };

/**
 * Return which imports a caller sees: an app its own, members those of all members; both only what they may
 * write.
 */
export function getImportReader(call: StoreCall): ImportReader {
  const { actor } = call;
  const resources = importableNames.filter((name) => actor.scopes.has(importableResources[name]));
  return { ...toWorkOwner(call), resources };
}

/** Assert that the caller may write what is imported. @throws ApiError scope_missing */
export function assertWriting({ actor }: Pick<StoreCall, "actor">, resource: ImportableResource): void {
  const missing = findMissingScope([[importableResources[resource]]], actor.scopes);
  if (missing !== null) throwApiError("scope_missing", { required_scope: missing });
}

/** Return whether the caller may write custom fields of customers (CUS-3). */
export function writesAttributes({ actor }: Pick<StoreCall, "actor">): boolean {
  return actor.scopes.has("write_customer_attributes");
}
