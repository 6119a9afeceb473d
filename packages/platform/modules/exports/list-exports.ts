import type { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { toWorkOwner } from "../../runtime/jobs/index.ts";
import { canReadAttributes } from "../customers/index.ts";
import { linkExports } from "./export-links.ts";
import { listReadableResources } from "./export-rights.ts";
import type { ExportSources } from "./export-sources.ts";
import { buildExportJson } from "./export-store.ts";
import type { ExportsDeps } from "./exports-deps.ts";

function buildConditions(call: Call<typeof operations.countExports>, sources: ExportSources): Conditions {
  const { store_id, installation_id } = toWorkOwner(call);
  const visibleSql = `r.store_id = $1 and r.installation_id is not distinct from $2 and r.resource = any($3)
    and (not r.attributes or $4::boolean)`;
  const visibilityValues = [listReadableResources(call, sources), canReadAttributes(call)];
  const conditions = createConditions(visibleSql, [store_id, installation_id, ...visibilityValues]);
  const { ids, resource, status } = call.query;
  conditions.filter(ids, (value) => `r.id = any(${value})`);
  conditions.filter(resource, (value) => `r.resource = ${value}`);
  conditions.filter(status, (value) => `r.status = ${value}`);
  return conditions;
}

/** Return a page of the caller's exports, without exports of data that the caller may not read. */
export async function listExports(
  db: Queryable,
  call: Call<typeof operations.listExports>,
  deps: ExportsDeps,
): Promise<JsonText> {
  const conditions = buildConditions(call, deps.sources);
  const json = buildExportJson({
    zone: conditions.bind(call.store.timezone),
    now: conditions.bind(new Date(deps.clock.now())),
  });
  const mapJson = (exportsJson: string) => linkExports(exportsJson, deps);
  return readCursorList(db, { plural: "exports", table: "exports", json, conditions, mapJson }, call.query);
}

/** Count the caller's exports, without exports of data that the caller may not read. */
export async function countExports(
  db: Queryable,
  call: Call<typeof operations.countExports>,
  { sources }: ExportsDeps,
): Promise<{ count: number }> {
  return countRows(db, { plural: "exports", table: "exports", conditions: buildConditions(call, sources) });
}
