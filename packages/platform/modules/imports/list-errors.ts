import { type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type Conditions, createConditions } from "../../infrastructure/listing/conditions.ts";
import { readCursorList } from "../../infrastructure/listing/read-cursor-list.ts";
import { countRows } from "../../infrastructure/listing/read-list.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { getImportVisibility } from "./import-access.ts";
import { getVisibilityValues, visibleImportCondition } from "./import-store.ts";

type ImportCall = Pick<Call, "actor" | "installation"> & {
  store: { id: number };
  params: { import_id: number };
};

/** Check that an import is visible to the caller. @throws ApiError `not_found` */
export async function assertImportVisible(db: Queryable, call: ImportCall): Promise<void> {
  const text = `select 1 from imports r where ${visibleImportCondition} and r.id = $4`;
  const { rowCount } = await db.query(text, [
    ...getVisibilityValues(getImportVisibility(call)),
    call.params.import_id,
  ]);
  if (rowCount === 0) throwApiError("not_found");
}

async function buildConditions(
  db: Queryable,
  call: Call<typeof operations.countImportErrors>,
): Promise<Conditions> {
  await assertImportVisible(db, call);
  const values = [call.store.id, call.params.import_id];
  const conditions = createConditions("r.store_id = $1 and r.import_id = $2", values);
  conditions.filter(call.query.ids, (ids) => `r.id = any(${ids})`);
  return conditions;
}

const json = `row_to_json((select x from (
  select r.id, r."row", r.handle as key, coalesce(r."column", '') as path, r.code, r.message, r.params) x))::text`;

/** Return a page of the stored errors of an import. @throws ApiError `not_found` */
export async function listErrors(
  db: Queryable,
  call: Call<typeof operations.listImportErrors>,
): Promise<JsonText> {
  const conditions = await buildConditions(db, call);
  return readCursorList(
    db,
    { plural: "import_errors", table: "import_errors", json, conditions },
    call.query,
  );
}

/** Count the stored errors of an import. @throws ApiError `not_found` */
export async function countErrors(
  db: Queryable,
  call: Call<typeof operations.countImportErrors>,
): Promise<{ count: number }> {
  return countRows(db, {
    plural: "import_errors",
    table: "import_errors",
    conditions: await buildConditions(db, call),
  });
}
