import {
  importableNames,
  isImportable,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { lockOwner, toWorkOwner } from "../../runtime/jobs/index.ts";
import { seesAttributes } from "../customers/index.ts";
import { awaitErasures } from "./erasure-lock.ts";
import { assertReading } from "./export-rights.ts";
import { countUnfinished, insertExport } from "./export-store.ts";
import { type ExportsDeps, exportTask, keptMs } from "./exports-deps.ts";
import { oneExport } from "./get-export.ts";
import { readFilters } from "./read-filters.ts";

/** The maximum number of exports of one app, or of a store's members, that may be unfinished at once. */
const maxUnfinished = 20;

/**
 * Insert an export; it is written after this transaction.
 * @throws ApiError scope_missing; invalid naming the format or a filter; conflict when too many are
 *   unfinished
 */
export async function createExport(
  tx: Transaction,
  call: Call<typeof operations.createExport>,
  deps: ExportsDeps,
): Promise<JsonText> {
  const { store } = call;
  const { resource, filters = {}, format = "jsonl" } = call.body;
  const source = deps.sources[resource];
  const attributes = resource === "customers" && seesAttributes(call);
  assertReading(call, deps.sources, { resource, attributes });
  if (format === "csv" && !isImportable(resource))
    throwFieldError(
      "format",
      "not_allowed",
      { allowed: ["jsonl"] },
      `{field} must be jsonl; only ${importableNames.join(", ")} can be exported as csv.`,
    );
  const { texts } = readFilters(source.filters, filters, store.timezone);
  const owner = toWorkOwner(call);
  // guard: erasure-lock: erase-during-export.test.ts
  if (resource === "customers" || resource === "orders") await awaitErasures(tx, store.id);
  await lockOwner(tx, exportTask, owner);
  if ((await countUnfinished(tx, owner)) >= maxUnfinished)
    throwApiError("conflict", {
      message: `${maxUnfinished} exports are in progress, which is the limit. Wait until one has finished.`,
    });
  const id = await insertExport(tx, {
    ...owner,
    resource,
    format,
    filters: texts,
    attributes,
    expires_at: new Date(deps.clock.now() + keptMs),
  });
  await deps.jobs.plan(tx, { store_id: store.id, task: exportTask, record_id: id });
  return oneExport(tx, { ...call, params: { id } }, deps);
}
