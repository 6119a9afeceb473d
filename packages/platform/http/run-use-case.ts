import type { Database, Queryable, Transaction } from "@souk/database";
import type { Failpoint } from "@souk/delivery";
import { actingAs } from "../infrastructure/acting-as.ts";
import type { Call } from "../infrastructure/routing/call.ts";
import type { Route } from "../infrastructure/routing/route.ts";
import type { Clock } from "../runtime/clock.ts";
import { type KeyedRequest, runOnce } from "./idempotency.ts";
import { encodeResult, type OperationResponse } from "./operation-response.ts";
import type { WorkShares } from "./work-shares.ts";

/** Dependencies of running a use case. */
export interface UseCaseDeps {
  database: Database;
  clock: Clock;
  /** Limits how much of the database work each store may do at a time. */
  workShares: WorkShares;
  failpoint: Failpoint;
}

/** Run a change and store its response under the idempotency key in one transaction, unless a response is stored already. */
async function changeOnce(
  tx: Transaction,
  keyedRequest: KeyedRequest,
  { clock, failpoint }: UseCaseDeps,
  change: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  const response = await runOnce(tx, keyedRequest, clock, change);
  await failpoint("request.before-commit");
  return response;
}

/** Do a request's work on the database within its store's share, and measure its time. */
async function runInShare(
  { workShares }: UseCaseDeps,
  { storeId, isBatchedRead }: { storeId: number; isBatchedRead: boolean },
  work: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  const { result, ms } = await workShares.run(storeId, work, { isBatchedRead });
  return { ...result, ms };
}

/**
 * Run the use case of a route: first its `prepare`, then, within the share of the call's store, its `handle`. The
 * latter runs in a transaction if the route writes or the request has an idempotency key.
 */
export async function runUseCase(
  route: Route,
  { call, keyedRequest }: { call: Call; keyedRequest: KeyedRequest | null },
  deps: UseCaseDeps,
): Promise<OperationResponse> {
  const database = route.operation.method === "GET" ? deps.database : actingAs(deps.database, call);
  const prepared = await route.prepare?.(database, call);
  const run = async (db: Queryable) => encodeResult(await route.handle(db, call, prepared));
  const work = async (): Promise<OperationResponse> => {
    if (keyedRequest === null && route.kind !== "write") return run(database);
    // If two transactions block each other, PostgreSQL ends one of them with an error, and it is run again.
    // guard: transaction-around-writes replacing `database.transaction(run, { repeatable: true })` with `run(database)`: change-with-events.test.ts
    if (keyedRequest === null) return database.transaction(run, { repeatable: true });
    return database.transaction((tx) => changeOnce(tx, keyedRequest, deps, () => run(tx)), {
      repeatable: true,
    });
  };
  const store = call.store as { id: number } | null;
  if (store === null) return work();
  const share = { storeId: store.id, isBatchedRead: route.kind === "batchedRead" };
  // guard: share-of-a-store replacing `runInShare(deps, share, work)` with `work()`: other-stores-share.test.ts
  return runInShare(deps, share, work);
}
