import type { operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { readerOf } from "./import-owner.ts";
import { importJson, isSeen, seenBy } from "./import-store.ts";

function conditionsOf(call: Call<typeof operations.countImports>): Conditions {
  const conditions = createConditions(isSeen, seenBy(readerOf(call)));
  conditions.filter(call.query.ids, (ids) => `r.id = any(${ids})`);
  conditions.filter(call.query.resource, (resource) => `r.resource = ${resource}`);
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
