import { refuse } from "@souk/contract";
import type { Conditions } from "../../listing/conditions.ts";
import type { Actor } from "../../routing/actor.ts";
import type { Installation } from "../../routing/call.ts";
import type { Owner } from "./owners.ts";

/** Who asks. */
export interface Asker {
  actor: Actor;
  installation: Installation | null;
}

export type StoreScope = "read_store" | "write_store";

function hasScope({ actor }: Asker, scope: StoreScope): boolean {
  return actor.scopes.has(scope);
}

/**
 * Whether somebody may touch the store's metafields of a namespace; those of records are guarded by the record's scopes, which
 * the pipeline has asked for. The namespace that is the app's own handle needs no scope.
 */
function opens(asker: Asker, scope: StoreScope, namespace: string): boolean {
  return asker.installation?.app_handle === namespace || hasScope(asker, scope);
}

/** @throws Refusal scope_missing when a list is asked for by a namespace that is not open */
export function requireReading(asker: Asker, { resource }: Owner, namespace: string | undefined): void {
  if (resource !== "store" || namespace === undefined) return;
  if (!opens(asker, "read_store", namespace)) refuse("scope_missing", { required_scope: "read_store" });
}

/** @throws Refusal scope_missing */
export function requireWriting(asker: Asker, { resource }: Owner, namespace: string): void {
  if (resource !== "store") return;
  if (!opens(asker, "write_store", namespace)) refuse("scope_missing", { required_scope: "write_store" });
}

/**
 * Leaves only what the asker may see of the metafields `r`: the private ones of the asking app alone, and of the store's
 * own those of the namespaces that are open to it. What is not seen is not there: it is not found either.
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
