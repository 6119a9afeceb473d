import { type ExportedResource, exportedResources, missingScope, refuse } from "@souk/contract";
import type { Call } from "../../routing/call.ts";
import type { ExportSources } from "./export-sources.ts";

type ShopCall = Pick<Call, "actor">;

/** What stands in an export. */
export interface ExportContent {
  resource: ExportedResource;
  /** Whether custom fields of customers do. */
  attributes: boolean;
}

/** @throws Refusal scope_missing unless the caller may read what is exported */
export function requireReading(
  { actor }: ShopCall,
  sources: ExportSources,
  { resource, attributes }: ExportContent,
): void {
  const { scopes } = sources[resource];
  const needed = attributes ? [...scopes, ["read_customer_attributes"] as const] : scopes;
  const missing = missingScope(needed, actor.scopes);
  if (missing !== null) refuse("scope_missing", { required_scope: missing });
}

/** The resources that the caller may read. */
export function readableResources({ actor }: ShopCall, sources: ExportSources): ExportedResource[] {
  return exportedResources.filter((name) => missingScope(sources[name].scopes, actor.scopes) === null);
}
