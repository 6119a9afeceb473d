import { throwApiError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { lockOwner, type WorkOwner } from "../../runtime/jobs/index.ts";
import { countRunningImports } from "./import-store.ts";
import { importTask } from "./imports-deps.ts";

/** The maximum number of imports of one app, or of a store's members, that may be under way at once. */
const maxUnderWay = 5;

/**
 * Assert that an owner's imports that are being checked or written are below the limit. @throws ApiError
 * conflict
 */
export async function assertBelowImportLimit(db: Queryable, owner: WorkOwner): Promise<void> {
  if ((await countRunningImports(db, owner)) < maxUnderWay) return;
  throwApiError("conflict", {
    message: `${maxUnderWay} imports are in progress, which is the limit. Wait until one has finished, or cancel one.`,
  });
}

/**
 * Assert that an owner's imports are below the limit, and block new ones until this transaction ends. @throws
 * ApiError conflict
 */
export async function holdFew(tx: Transaction, owner: WorkOwner): Promise<void> {
  await lockOwner(tx, importTask, owner);
  await assertBelowImportLimit(tx, owner);
}
