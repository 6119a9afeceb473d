import { type ExportedResource, exportedResources, missingScope, refuse } from "@souk/contract";
import type { Call } from "../../routing/call.ts";
import type { ExportSources } from "./export-sources.ts";

type ShopCall = Pick<Call, "actor">;

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
