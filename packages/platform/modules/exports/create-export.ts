import { importableNames, isImportable, type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { lockOwner, ownerOf } from "../../jobs/index.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { seesAttributes } from "../customers/index.ts";
import { awaitErasures } from "./erasure-lock.ts";
import { requireReading } from "./export-rights.ts";
import { countUnfinished, insertExport } from "./export-store.ts";
import { type ExportsWiring, exportTask, keptMs } from "./exports-wiring.ts";
import { oneExport } from "./get-export.ts";
import { readFilters } from "./read-filters.ts";

/** So many exports of one app, or of a shop's people, may be unfinished at once. */
const mostUnfinished = 20;

/**
 * Notes an export; it is written after this transaction.
 * @throws Refusal scope_missing; invalid naming the format or a filter; conflict when too many are unfinished
 */
export async function createExport(
  tx: Transaction,
  call: Call<typeof operations.createExport>,
  wiring: ExportsWiring,
): Promise<JsonText> {
  const { store } = call;
  const { resource, filters = {}, format = "jsonl" } = call.body;
  const source = wiring.sources[resource];
  const attributes = resource === "customers" && seesAttributes(call);
  requireReading(call, wiring.sources, { resource, attributes });
  if (format === "csv" && !isImportable(resource))
    refuseField("format", `must be jsonl, except for ${importableNames.join(", ")}`);
  const { texts } = readFilters(source.filters, filters, store.timezone);
  const owner = ownerOf(call);
  if (resource === "customers" || resource === "orders") await awaitErasures(tx, store.id);
  await lockOwner(tx, exportTask, owner);
  if ((await countUnfinished(tx, owner)) >= mostUnfinished)
    refuse("conflict", { message: `${mostUnfinished} exports are not finished yet; wait for one of them.` });
  const id = await insertExport(tx, {
    ...owner,
    resource,
    format,
    filters: texts,
    attributes,
    expires_at: new Date(wiring.clock.now() + keptMs),
  });
  await wiring.jobs.plan(tx, { store_id: store.id, task: exportTask, record_id: id });
  return oneExport(tx, { ...call, params: { id } }, wiring);
}
