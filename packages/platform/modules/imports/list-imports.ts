import type { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { getImportVisibility } from "./import-access.ts";
import { buildImportJson, getVisibilityValues, visibleImportCondition } from "./import-store.ts";

function buildConditions(call: Call<typeof operations.countImports>): Conditions {
  const conditions = createConditions(visibleImportCondition, getVisibilityValues(getImportVisibility(call)));
  conditions.filter(call.query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(call.query.resource, (resource) => `r.resource = ${resource}`);
  conditions.filter(call.query.status, (status) => `r.status = ${status}`);
  return conditions;
}

/** Return a page of the imports that the caller may see. */
export async function listImports(
  db: Queryable,
  call: Call<typeof operations.listImports>,
): Promise<JsonText> {
  const conditions = buildConditions(call);
  const json = buildImportJson(conditions.bind(call.store.timezone));
  return readCursorList(db, { plural: "imports", table: "imports", json, conditions }, call.query);
}

/** Count the imports that the caller may see. */
export async function countImports(
  db: Queryable,
  call: Call<typeof operations.countImports>,
): Promise<{ count: number }> {
  return countRows(db, { plural: "imports", table: "imports", conditions: buildConditions(call) });
}
