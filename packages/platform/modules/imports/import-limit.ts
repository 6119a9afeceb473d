import { throwApiError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { lockOwner, type WorkOwner } from "../../runtime/jobs/index.ts";
import { countImportsInProgress } from "./import-store.ts";
import { importTask } from "./imports-deps.ts";

/** The maximum number of imports of one app, or of a store's members, that may be in progress at a time. */
const maxInProgress = 5;

/** Check that an owner has fewer imports in progress than the limit. @throws ApiError `conflict` */
export async function assertBelowImportLimit(db: Queryable, owner: WorkOwner): Promise<void> {
  if ((await countImportsInProgress(db, owner)) < maxInProgress) return;
  throwApiError("conflict", {
    message: `${maxInProgress} imports are in progress, which is the limit. Wait until one has finished, or cancel one.`,
  });
}

/**
 * Lock the owner's imports until this transaction ends, and check that fewer of them than the limit are in progress.
 * @throws ApiError `conflict`
 */
export async function lockAndAssertBelowLimit(tx: Transaction, owner: WorkOwner): Promise<void> {
  await lockOwner(tx, importTask, owner);
  await assertBelowImportLimit(tx, owner);
}
