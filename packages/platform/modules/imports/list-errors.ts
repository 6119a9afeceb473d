import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../listing/conditions.ts";
import { readCursorList } from "../../listing/read-cursor-list.ts";
import { countRows } from "../../listing/read-list.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { readerOf } from "./import-owner.ts";
import { isSeen, seenBy } from "./import-store.ts";

async function conditionsOf(
  run: Queryable,
  call: Call<typeof operations.countImportErrors>,
): Promise<Conditions> {
  const reader = readerOf(call);
  const { store_id } = reader;
  const { import_id } = call.params;
  const text = `select 1 from imports r where ${isSeen} and r.id = $4`;
  const { rowCount } = await run.query(text, [...seenBy(reader), import_id]);
  if (rowCount === 0) refuse("not_found");
  const conditions = createConditions("r.store_id = $1 and r.import_id = $2", [store_id, import_id]);
  conditions.filter(call.query.ids, (ids) => `r.id = any(${ids})`);
  return conditions;
}

const json = `row_to_json((select x from (select r.id, r."row", r."column", r.handle as key, r.message) x))::text`;

/** The errors that are kept of an import's rows. @throws Refusal not_found */
export async function listErrors(
  run: Queryable,
  call: Call<typeof operations.listImportErrors>,
): Promise<JsonText> {
  const conditions = await conditionsOf(run, call);
  return readCursorList(
    run,
    { plural: "import_errors", table: "import_errors", json, conditions },
    call.query,
  );
}

/** Counts the same errors. @throws Refusal not_found */
export async function countErrors(
  run: Queryable,
  call: Call<typeof operations.countImportErrors>,
): Promise<{ count: number }> {
  return countRows(run, {
    plural: "import_errors",
    table: "import_errors",
    conditions: await conditionsOf(run, call),
  });
}
