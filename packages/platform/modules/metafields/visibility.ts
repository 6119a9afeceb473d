import { throwApiError } from "@souk/contract";
import type { Conditions } from "../../infrastructure/listing/conditions.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Installation } from "../../infrastructure/routing/call.ts";
import type { Owner } from "./owners.ts";

/** The caller whose access is checked. */
export interface Asker {
  actor: Actor;
  installation: Installation | null;
}

export type StoreScope = "read_store" | "write_store";

function hasScope({ actor }: Asker, scope: StoreScope): boolean {
  return actor.scopes.has(scope);
}

/**
 * Return whether a caller may access the store's metafields of a namespace; those of records are guarded by the
 * record's scopes, which the pipeline has checked. The namespace that is the app's own handle needs no scope.
 */
function opens(asker: Asker, scope: StoreScope, namespace: string): boolean {
  return asker.installation?.app_handle === namespace || hasScope(asker, scope);
}

/**
 * Check that the caller may list a namespace.
 * @throws ApiError scope_missing when the namespace is not open to the caller
 */
export function assertReading(asker: Asker, { resource }: Owner, namespace: string | undefined): void {
  if (resource !== "store" || namespace === undefined) return;
  if (!opens(asker, "read_store", namespace))
    throwApiError("scope_missing", { required_scope: "read_store" });
}

/** Check that the caller may write a namespace. @throws ApiError scope_missing */
export function assertWriting(asker: Asker, { resource }: Owner, namespace: string): void {
  if (resource !== "store") return;
  if (!opens(asker, "write_store", namespace))
    throwApiError("scope_missing", { required_scope: "write_store" });
}

/**
 * Restrict the metafields `r` to those that the caller may see: private ones of the calling app only, and of the
 * store's own metafields those of namespaces open to it. An invisible metafield counts as not found.
 * @param scopes any of which opens the store's other namespaces
 */
export function onlyVisible(
  conditions: Conditions,
  asker: Asker,
  { owner, scopes }: { owner: Owner; scopes: readonly StoreScope[] },
): void {
  conditions.filter(asker.installation?.app_id ?? 0, (id) => `(not r.is_private or r.app_id = ${id})`);
  if (owner.resource !== "store" || scopes.some((scope) => hasScope(asker, scope))) return;
  conditions.filter(asker.installation?.app_handle ?? "", (handle) => `r.namespace = ${handle}`);
}
