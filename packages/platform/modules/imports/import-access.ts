import {
  assertAccess,
  hasAccess,
  type ImportableResource,
  importableNames,
  importableResources,
} from "@souk/contract";
import type { Call } from "../../infrastructure/routing/call.ts";
import { toWorkOwner } from "../../runtime/jobs/index.ts";
import type { ImportVisibility } from "./import-store.ts";

type StoreCall = Pick<Call, "actor" | "installation"> & { store: { id: number } };

/**
 * Return the owner and the resources of the imports that a caller may see. An app sees its own imports, and a member sees the imports
 * of all members. Imports of resources that the caller may not write are not visible.
 */
export function getImportVisibility(call: StoreCall): ImportVisibility {
  const { actor } = call;
  const resources = importableNames.filter((name) => hasAccess(importableResources[name], actor));
  return { ...toWorkOwner(call), resources };
}

/** Check that the caller may write the imported resource. @throws ApiError `scope_missing`, `right_missing` */
export function assertCanWrite({ actor }: Pick<StoreCall, "actor">, resource: ImportableResource): void {
  assertAccess(importableResources[resource], actor);
}

const editAttributesRequirement = {
  scopes: [["write_customer_attributes"]],
  rights: [["customer_attributes.edit"]],
} as const;

/** Return whether the caller may write custom fields of customers (CUS-3). */
export function canWriteAttributes({ actor }: Pick<StoreCall, "actor">): boolean {
  return hasAccess(editAttributesRequirement, actor);
}
