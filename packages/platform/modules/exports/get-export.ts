import { type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { ownerOf } from "../../jobs/index.ts";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { type ExportContent, requireReading } from "./export-rights.ts";
import { exportJson } from "./export-store.ts";
import type { ExportsWiring } from "./exports-wiring.ts";

type OneCall = Pick<Call<typeof operations.getExport>, "store" | "installation" | "actor" | "params"> & {
  query: Partial<Call<typeof operations.getExport>["query"]>;
};

const statement = {
  name: "export_get",
  text: `select r.resource, r.attributes, ${exportJson({ zone: "$4", origin: "$5", now: "$6" })} as text from exports r
    where r.store_id = $1 and r.id = $2 and r.installation_id is not distinct from $3`,
};

/** One of the caller's exports. @throws Refusal not_found; scope_missing when it is of what the caller may not read */
export async function oneExport(
  run: Queryable,
  call: OneCall,
  { sources, filesOrigin, clock }: ExportsWiring,
): Promise<JsonText> {
  const { store, params, query } = call;
  const { installation_id } = ownerOf(call);
  const now = new Date(clock.now());
  const values = [store.id, params.id, installation_id, store.timezone, filesOrigin, now];
  const { rows } = await run.query<ExportContent & { text: string }>(statement, values);
  const { text, ...content } = rows[0] ?? refuse("not_found");
  requireReading(call, sources, content);
  return recordText("export", text, query.fields);
}
