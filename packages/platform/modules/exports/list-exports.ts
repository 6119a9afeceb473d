import type { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { ownerOf } from "../../jobs/index.ts";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { seesAttributes } from "../customers/index.ts";
import { readableResources } from "./export-rights.ts";
import type { ExportSources } from "./export-sources.ts";
import { exportJson } from "./export-store.ts";
import type { ExportsWiring } from "./exports-wiring.ts";

function conditionsOf(call: Call<typeof operations.countExports>, sources: ExportSources): Conditions {
  const { store_id, installation_id } = ownerOf(call);
  const whose = `r.store_id = $1 and r.installation_id is not distinct from $2 and r.resource = any($3)
    and (not r.attributes or $4::boolean)`;
  const readable = [readableResources(call, sources), seesAttributes(call)];
  const conditions = createConditions(whose, [store_id, installation_id, ...readable]);
  const { ids, resource, status } = call.query;
  conditions.filter(ids, (wanted) => `r.id = any(${wanted})`);
  conditions.filter(resource, (wanted) => `r.resource = ${wanted}`);
  conditions.filter(status, (wanted) => `r.status = ${wanted}`);
  return conditions;
}

/** The caller's exports of what they may read. */
export async function listExports(
  run: Queryable,
  call: Call<typeof operations.listExports>,
  { sources, filesOrigin, clock }: ExportsWiring,
): Promise<JsonText> {
  const conditions = conditionsOf(call, sources);
  const json = exportJson({
    zone: conditions.bind(call.store.timezone),
    origin: conditions.bind(filesOrigin),
    now: conditions.bind(new Date(clock.now())),
  });
  return readCursorList(run, { plural: "exports", table: "exports", json, conditions }, call.query);
}

/** Counts the same exports. */
export async function countExports(
  run: Queryable,
  call: Call<typeof operations.countExports>,
  { sources }: ExportsWiring,
): Promise<{ count: number }> {
  return countRows(run, { plural: "exports", table: "exports", conditions: conditionsOf(call, sources) });
}
