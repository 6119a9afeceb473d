import { throwApiError } from "@souk/contract";
import type { Conditions } from "../../infrastructure/listing/conditions.ts";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Installation } from "../../infrastructure/routing/call.ts";
import type { Owner } from "./owners.ts";

/** The caller of a request. */
export interface Caller {
  actor: Actor;
  installation: Installation | null;
}

export type StoreScope = "read_store" | "write_store";

function hasScope({ actor }: Caller, scope: StoreScope): boolean {
  return actor.scopes.has(scope);
}

/**
 * Return whether a caller may access the store's metafields of a namespace. The namespace that equals the app's handle requires no
 * scope. For metafields of records, the pipeline has already checked the record's scopes.
 */
function canAccessNamespace(caller: Caller, scope: StoreScope, namespace: string): boolean {
  return caller.installation?.app_handle === namespace || hasScope(caller, scope);
}

/**
 * Check that the caller may read a namespace of the owner.
 * @throws ApiError `scope_missing`
 */
export function assertCanRead(caller: Caller, { resource }: Owner, namespace: string | undefined): void {
  if (resource !== "store" || namespace === undefined) return;
  if (!canAccessNamespace(caller, "read_store", namespace))
    throwApiError("scope_missing", { required_scope: "read_store" });
}

/** Check that the caller may write a namespace of the owner. @throws ApiError `scope_missing` */
export function assertCanWrite(caller: Caller, { resource }: Owner, namespace: string): void {
  if (resource !== "store") return;
  if (!canAccessNamespace(caller, "write_store", namespace))
    throwApiError("scope_missing", { required_scope: "write_store" });
}

/**
 * Check that the caller may change a metafield of the owner. Without `write_store`, an app changes only what it created in the
 * namespace of its handle, because a person or another app may keep something in the namespace too.
 * @throws ApiError `scope_missing`
 */
export function assertCanChange(
  caller: Caller,
  owner: Owner,
  metafield: { namespace: string; app_id: number | null },
): void {
  assertCanWrite(caller, owner, metafield.namespace);
  if (owner.resource !== "store" || hasScope(caller, "write_store")) return;
  // guard: metafields-of-namesakes: metafields/metafields.test.ts store metafields require a scope
  if (metafield.app_id !== caller.installation?.app_id)
    throwApiError("scope_missing", { required_scope: "write_store" });
}

/**
 * Add conditions that restrict the metafields `r` to those that the caller may read. Private metafields are visible only to the
 * app that created them. The store's own metafields require one of the scopes, except those that the app
 * created in the namespace of its handle.
 * @param scopes the scopes of which the caller needs one
 */
export function addVisibilityConditions(
  conditions: Conditions,
  caller: Caller,
  { owner, scopes }: { owner: Owner; scopes: readonly StoreScope[] },
): void {
  conditions.filter(caller.installation?.app_id ?? 0, (id) => `(not r.is_private or r.app_id = ${id})`);
  if (owner.resource !== "store" || scopes.some((scope) => hasScope(caller, scope))) return;
  const { app_handle = "", app_id = 0 } = caller.installation ?? {};
  conditions.filter(app_handle, (handle) => `r.namespace = ${handle}`);
  conditions.filter(app_id, (id) => `r.app_id = ${id}`);
}
