import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { getImportVisibility } from "./import-access.ts";
import { buildImportJson, getVisibilityValues, visibleImportCondition } from "./import-store.ts";

type ImportCall = Pick<Call<typeof operations.getImport>, "store" | "installation" | "actor" | "params"> & {
  query: Partial<Call<typeof operations.getImport>["query"]>;
};

const statement = defineStatement(
  "import_get",
  `select ${buildImportJson("$5")} as text from imports r where ${visibleImportCondition} and r.id = $4`,
);

/** Return one of the caller's imports. @throws ApiError `not_found` */
export async function loadImport(db: Queryable, call: ImportCall): Promise<JsonText> {
  const { store, params, query } = call;
  const values = [...getVisibilityValues(getImportVisibility(call)), params.id, store.timezone];
  const row = await db.maybeOne<{ text: string }>(statement, values);
  return wrapRecord("import", row?.text ?? throwApiError("not_found"), query.fields);
}
