import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { getImportReader } from "./import-owner.ts";
import { importJson, isSeen, seenBy } from "./import-store.ts";

type OneCall = Pick<Call<typeof operations.getImport>, "store" | "installation" | "actor" | "params"> & {
  query: Partial<Call<typeof operations.getImport>["query"]>;
};

const statement = defineStatement(
  "import_get",
  `select ${importJson("$5")} as text from imports r where ${isSeen} and r.id = $4`,
);

/** Load one of the caller's imports. @throws ApiError not_found */
export async function oneImport(db: Queryable, call: OneCall): Promise<JsonText> {
  const { store, params, query } = call;
  const values = [...seenBy(getImportReader(call)), params.id, store.timezone];
  const row = await db.maybeOne<{ text: string }>(statement, values);
  return recordText("import", row?.text ?? throwApiError("not_found"), query.fields);
}
