import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { toWorkOwner } from "../../runtime/jobs/index.ts";
import { linkExport } from "./export-links.ts";
import { assertCanRead } from "./export-rights.ts";
import { buildExportJson, type ExportRow } from "./export-store.ts";
import type { ExportsDeps } from "./exports-deps.ts";

type ExportCall = Pick<Call<typeof operations.getExport>, "store" | "installation" | "actor" | "params"> & {
  query: Partial<Call<typeof operations.getExport>["query"]>;
};

type ExportWithText = Pick<ExportRow, "resource" | "attributes"> & { text: string };

const statement = defineStatement(
  "export_get",
  `select r.resource, r.attributes, ${buildExportJson({ zone: "$4", now: "$5" })} as text from exports r
    where r.store_id = $1 and r.id = $2 and r.installation_id is not distinct from $3`,
);

/**
 * Return one of the caller's exports.
 * @throws ApiError `not_found`; `scope_missing` or `right_missing` if the caller may not read what the export contains
 */
export async function loadExport(db: Queryable, call: ExportCall, deps: ExportsDeps): Promise<JsonText> {
  const { sources, clock } = deps;
  const { store, params, query } = call;
  const { installation_id } = toWorkOwner(call);
  const now = new Date(clock.now());
  const values = [store.id, params.id, installation_id, store.timezone, now];
  const row = await db.maybeOne<ExportWithText>(statement, values);
  const { text, resource, attributes } = row ?? throwApiError("not_found");
  assertCanRead(call, sources, { resource, hasAttributes: attributes });
  return linkExport(wrapRecord("export", text, query.fields), deps);
}
