import {
  importableNames,
  isImportable,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Transaction } from "@souk/database";
import { assertWithinQuota } from "../../infrastructure/quotas/index.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { assertRecentlyVerified } from "../../infrastructure/routing/step-up.ts";
import { lockOwner, toWorkOwner } from "../../runtime/jobs/index.ts";
import { canReadAttributes } from "../customers/index.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { waitForErasures } from "./erasure-lock.ts";
import { assertCanRead } from "./export-rights.ts";
import { countUnfinished, insertExport } from "./export-store.ts";
import { type ExportsDeps, exportTask, fileLifetimeMs } from "./exports-deps.ts";
import { loadExport } from "./get-export.ts";
import { readFilters } from "./read-filters.ts";

/** The maximum number of exports of one app, or of a store's members, that may be unfinished at the same time. */
const maxUnfinished = 20;

/**
 * Insert an export, and enqueue the job that writes its file after this transaction.
 * @throws ApiError `scope_missing` or `right_missing`; `step_up_required` for a person who exports customers; `invalid` for the format or
 *   a filter; `conflict` if too many exports are unfinished; `quota_exceeded`
 */
export async function createExport(
  tx: Transaction,
  call: Call<typeof operations.createExport>,
  deps: ExportsDeps,
): Promise<JsonText> {
  const { store } = call;
  const { resource, filters = {}, format = "jsonl" } = call.body;
  const source = deps.sources[resource];
  const hasAttributes = resource === "customers" && canReadAttributes(call);
  assertCanRead(call, deps.sources, { resource, hasAttributes });
  // guard step-up-of-exports: without it, http/step-up.test.ts fails
  if (resource === "customers") assertRecentlyVerified(call.signed_in, deps.clock.now());
  if (format === "csv" && !isImportable(resource))
    throwFieldError(
      "format",
      "not_allowed",
      { allowed: ["jsonl"] },
      `{field} must be jsonl for this resource. Only ${importableNames.join(" and ")} can be exported as csv.`,
    );
  const { texts: filterTexts } = readFilters(source.filters, filters, store.timezone);
  const owner = toWorkOwner(call);
  // guard erasure-lock: without it, erase-during-export.test.ts fails
  if (resource === "customers" || resource === "orders") await waitForErasures(tx, store.id);
  await lockOwner(tx, exportTask, owner);
  if ((await countUnfinished(tx, owner)) >= maxUnfinished)
    throwApiError("conflict", {
      message: `${maxUnfinished} exports are in progress, which is the limit. Wait until one has finished.`,
    });
  // The size of the file is not known yet. It is counted while the file is written.
  await assertWithinQuota(tx, store.id, "file_bytes");
  const id = await insertExport(tx, {
    ...owner,
    resource,
    format,
    filters: filterTexts,
    attributes: hasAttributes,
    expires_at: new Date(deps.clock.now() + fileLifetimeMs),
  });
  const details = { export_id: id, resource, format };
  const { installation } = call;
  await recordSecurityEvent(tx, {
    kind: "export_requested",
    store_id: store.id,
    app_id: installation?.app_id ?? null,
    details,
  });
  await deps.jobs.enqueue(tx, { store_id: store.id, task: exportTask, record_id: id });
  return loadExport(tx, { ...call, params: { id } }, deps);
}
