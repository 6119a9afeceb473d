import { type ExportedResource, exportedResources, findMissingScope, throwApiError } from "@souk/contract";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { ExportSources } from "./export-sources.ts";

type ScopedCall = Pick<Call, "actor">;

/** The content of an export, which the caller must be allowed to read. */
export interface ExportContent {
  resource: ExportedResource;
  /** Whether the export contains custom fields of customers. */
  hasAttributes: boolean;
}

/** Check that the caller may read what is exported. @throws ApiError `scope_missing` */
export function assertCanRead(
  { actor }: ScopedCall,
  sources: ExportSources,
  { resource, hasAttributes }: ExportContent,
): void {
  const { scopes } = sources[resource];
  // guard: fields-exported without `, ["read_customer_attributes"] as const`: customer-import.test.ts
  const requiredScopes = hasAttributes ? [...scopes, ["read_customer_attributes"] as const] : scopes;
  const missingScope = findMissingScope(requiredScopes, actor.scopes);
  if (missingScope !== null) throwApiError("scope_missing", { required_scope: missingScope });
}

/** List the resources that the caller may read. */
export function listReadableResources({ actor }: ScopedCall, sources: ExportSources): ExportedResource[] {
  return exportedResources.filter((name) => findMissingScope(sources[name].scopes, actor.scopes) === null);
}
