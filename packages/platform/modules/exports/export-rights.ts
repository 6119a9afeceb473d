import { type ExportedResource, exportedResources, findMissingScope, throwApiError } from "@souk/contract";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { ExportSources } from "./export-sources.ts";

type ScopedCall = Pick<Call, "actor">;

/** The data of an export that the caller must be allowed to read. */
export interface ExportContent {
  resource: ExportedResource;
  /** Whether it contains custom fields of customers. */
  attributes: boolean;
}

/** Assert that the caller may read what is exported. @throws ApiError scope_missing */
export function assertReading(
  { actor }: ScopedCall,
  sources: ExportSources,
  { resource, attributes }: ExportContent,
): void {
  const { scopes } = sources[resource];
  // guard: fields-exported without `, ["read_customer_attributes"] as const`: customer-import.test.ts
  const needed = attributes ? [...scopes, ["read_customer_attributes"] as const] : scopes;
  const missing = findMissingScope(needed, actor.scopes);
  if (missing !== null) throwApiError("scope_missing", { required_scope: missing });
}

/** List the resources that the caller may read. */
export function readableResources({ actor }: ScopedCall, sources: ExportSources): ExportedResource[] {
  return exportedResources.filter((name) => findMissingScope(sources[name].scopes, actor.scopes) === null);
}
