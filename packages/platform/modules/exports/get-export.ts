import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { toWorkOwner } from "../../runtime/jobs/index.ts";
import { assertReading, type ExportContent } from "./export-rights.ts";
import { exportJson } from "./export-store.ts";
import type { ExportsDeps } from "./exports-deps.ts";

type OneCall = Pick<Call<typeof operations.getExport>, "store" | "installation" | "actor" | "params"> & {
  query: Partial<Call<typeof operations.getExport>["query"]>;
};

const statement = defineStatement(
  "export_get",
  `select r.resource, r.attributes, ${exportJson({ zone: "$4", origin: "$5", now: "$6" })} as text from exports r
    where r.store_id = $1 and r.id = $2 and r.installation_id is not distinct from $3`,
);

/**
 * Load one of the caller's exports. @throws ApiError not_found; scope_missing when the caller may not read
 * its resource
 */
export async function oneExport(
  db: Queryable,
  call: OneCall,
  { sources, filesOrigin, clock }: ExportsDeps,
): Promise<JsonText> {
  const { store, params, query } = call;
  const { installation_id } = toWorkOwner(call);
  const now = new Date(clock.now());
  const values = [store.id, params.id, installation_id, store.timezone, filesOrigin, now];
  const row = await db.maybeOne<ExportContent & { text: string }>(statement, values);
  const { text, ...content } = row ?? throwApiError("not_found");
  assertReading(call, sources, content);
  return recordText("export", text, query.fields);
}
