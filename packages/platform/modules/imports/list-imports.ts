import type { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { ownerOf } from "./import-owner.ts";
import { importJson } from "./import-store.ts";

function conditionsOf(call: Call<typeof operations.countImports>): Conditions {
  const { store_id, installation_id } = ownerOf(call);
  const whose = "r.store_id = $1 and r.installation_id is not distinct from $2";
  const conditions = createConditions(whose, [store_id, installation_id]);
  conditions.filter(call.query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(call.query.status, (status) => `r.status = ${status}`);
  return conditions;
}

/** The caller's imports. */
export async function listImports(
  run: Queryable,
  call: Call<typeof operations.listImports>,
): Promise<JsonText> {
  const conditions = conditionsOf(call);
  const json = importJson(conditions.bind(call.store.timezone));
  return readCursorList(run, { plural: "imports", table: "imports", json, conditions }, call.query);
}

/** Counts the same imports. */
export async function countImports(
  run: Queryable,
  call: Call<typeof operations.countImports>,
): Promise<{ count: number }> {
  return countRows(run, { plural: "imports", table: "imports", conditions: conditionsOf(call) });
}
