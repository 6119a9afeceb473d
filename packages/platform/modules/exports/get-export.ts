import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { toWorkOwner } from "../../runtime/jobs/index.ts";
import { assertCanRead, type ExportContent } from "./export-rights.ts";
import { exportJson } from "./export-store.ts";
import type { ExportsDeps } from "./exports-deps.ts";

type ExportCall = Pick<Call<typeof operations.getExport>, "store" | "installation" | "actor" | "params"> & {
  query: Partial<Call<typeof operations.getExport>["query"]>;
};

const statement = defineStatement(
  "export_get",
  `select r.resource, r.attributes, ${exportJson({ zone: "$4", origin: "$5", now: "$6" })} as text from exports r
    where r.store_id = $1 and r.id = $2 and r.installation_id is not distinct from $3`,
);

/**
 * Return one of the caller's exports. @throws ApiError `not_found`; `scope_missing` if the caller may not read its resource
 */
export async function loadExport(
  db: Queryable,
  call: ExportCall,
  { sources, filesOrigin, clock }: ExportsDeps,
): Promise<JsonText> {
  const { store, params, query } = call;
  const { installation_id } = toWorkOwner(call);
  const now = new Date(clock.now());
  const values = [store.id, params.id, installation_id, store.timezone, filesOrigin, now];
  const row = await db.maybeOne<ExportContent & { text: string }>(statement, values);
  const { text, ...content } = row ?? throwApiError("not_found");
  assertCanRead(call, sources, content);
  return wrapRecord("export", text, query.fields);
}
