import type { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { toWorkOwner } from "../../runtime/jobs/index.ts";
import { seesAttributes } from "../customers/index.ts";
import { readableResources } from "./export-rights.ts";
import type { ExportSources } from "./export-sources.ts";
import { exportJson } from "./export-store.ts";
import type { ExportsDeps } from "./exports-deps.ts";

function buildConditions(call: Call<typeof operations.countExports>, sources: ExportSources): Conditions {
  const { store_id, installation_id } = toWorkOwner(call);
  const whose = `r.store_id = $1 and r.installation_id is not distinct from $2 and r.resource = any($3)
    and (not r.attributes or $4::boolean)`;
  const readable = [readableResources(call, sources), seesAttributes(call)];
  const conditions = createConditions(whose, [store_id, installation_id, ...readable]);
  const { ids, resource, status } = call.query;
  conditions.filter(ids, (value) => `r.id = any(${value})`);
  conditions.filter(resource, (value) => `r.resource = ${value}`);
  conditions.filter(status, (value) => `r.status = ${value}`);
  return conditions;
}

/** List the caller's exports of the resources that they may read. */
export async function listExports(
  db: Queryable,
  call: Call<typeof operations.listExports>,
  { sources, filesOrigin, clock }: ExportsDeps,
): Promise<JsonText> {
  const conditions = buildConditions(call, sources);
  const json = exportJson({
    zone: conditions.bind(call.store.timezone),
    origin: conditions.bind(filesOrigin),
    now: conditions.bind(new Date(clock.now())),
  });
  return readCursorList(db, { plural: "exports", table: "exports", json, conditions }, call.query);
}

/** Count the caller's exports of the resources that they may read. */
export async function countExports(
  db: Queryable,
  call: Call<typeof operations.countExports>,
  { sources }: ExportsDeps,
): Promise<{ count: number }> {
  return countRows(db, { plural: "exports", table: "exports", conditions: buildConditions(call, sources) });
}
