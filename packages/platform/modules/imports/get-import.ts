import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { ownerOf } from "./import-owner.ts";
import { importJson } from "./import-store.ts";

type OneCall = Pick<Call<typeof operations.getImport>, "store" | "installation" | "params"> & {
  query: Partial<Call<typeof operations.getImport>["query"]>;
};

const statement = {
  name: "import_get",
  text: `select ${importJson("$4")} as text from imports r
    where r.store_id = $1 and r.installation_id is not distinct from $2 and r.id = $3`,
};

/** One of the caller's imports. @throws Refusal not_found */
export async function oneImport(run: Queryable, call: OneCall): Promise<JsonText> {
  const { store, params, query } = call;
  const { installation_id } = ownerOf(call);
  const values = [store.id, installation_id, params.id, store.timezone];
  const { rows } = await run.query<{ text: string }>(statement, values);
  return recordText("import", rows[0]?.text ?? refuse("not_found"), query.fields);
}
