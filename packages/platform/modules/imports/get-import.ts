import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { readerOf } from "./import-owner.ts";
import { importJson, isSeen, seenBy } from "./import-store.ts";

type OneCall = Pick<Call<typeof operations.getImport>, "store" | "installation" | "actor" | "params"> & {
  query: Partial<Call<typeof operations.getImport>["query"]>;
};

const statement = {
  name: "import_get",
  text: `select ${importJson("$5")} as text from imports r where ${isSeen} and r.id = $4`,
};

/** One of the caller's imports. @throws Refusal not_found */
export async function oneImport(run: Queryable, call: OneCall): Promise<JsonText> {
  const { store, params, query } = call;
  const values = [...seenBy(readerOf(call)), params.id, store.timezone];
  const { rows } = await run.query<{ text: string }>(statement, values);
  return recordText("import", rows[0]?.text ?? refuse("not_found"), query.fields);
}
