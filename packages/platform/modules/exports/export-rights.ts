import { assertAccess, type ExportedResource, exportedResources, hasAccess } from "@souk/contract";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { ExportSources } from "./export-sources.ts";

type CallWithActor = Pick<Call, "actor">;

const viewAttributesRequirement = {
  scopes: [["read_customer_attributes"]],
  rights: [["customer_attributes.view"]],
} as const;

/** The content of an export, which the caller must be allowed to read. */
export interface ExportContent {
  resource: ExportedResource;
  /** Whether the export contains custom fields of customers. */
  hasAttributes: boolean;
}

/** Check that the caller may read what is exported. @throws ApiError `scope_missing`, `right_missing` */
export function assertCanRead(
  { actor }: CallWithActor,
  sources: ExportSources,
  { resource, hasAttributes }: ExportContent,
): void {
  assertAccess(sources[resource].access, actor);
  // guard fields-exported: without `if (hasAttributes) `, customer-import.test.ts fails
  if (hasAttributes) assertAccess(viewAttributesRequirement, actor);
}

/** List the resources that the caller may read. */
export function listReadableResources({ actor }: CallWithActor, sources: ExportSources): ExportedResource[] {
  return exportedResources.filter((name) => hasAccess(sources[name].access, actor));
}
