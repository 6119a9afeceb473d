import { type ExportedResource, exportedResources, missingScope, refuse } from "@souk/contract";
import type { Call } from "../../routing/call.ts";
import type { ExportSources } from "./export-sources.ts";
import type { ExportOwner } from "./export-store.ts";

type ShopCall = Pick<Call, "actor" | "installation"> & { store: { id: number } };

/** Whose exports a caller sees: an app its own, people those of the shop's people. */
export function ownerOf({ store, installation }: ShopCall): ExportOwner {
  return { store_id: store.id, installation_id: installation?.id ?? null };
}

/** @throws Refusal scope_missing unless the caller may read what is exported */
export function requireReading(
  { actor }: ShopCall,
  sources: ExportSources,
  resource: ExportedResource,
): void {
  const missing = missingScope(sources[resource].scopes, actor.scopes);
  if (missing !== null) refuse("scope_missing", { required_scope: missing });
}

/** The resources that the caller may read. */
export function readableResources({ actor }: ShopCall, sources: ExportSources): ExportedResource[] {
  return exportedResources.filter((name) => missingScope(sources[name].scopes, actor.scopes) === null);
}
