import type { Database, Queryable, Transaction } from "@souk/database";
import type { Failpoint } from "@souk/delivery";
import { actingAs } from "../infrastructure/acting-as.ts";
import type { Call, Installation, SignedIn, Store } from "../infrastructure/routing/call.ts";
import type { Route } from "../infrastructure/routing/route.ts";
import type { Clock } from "../runtime/clock.ts";
import { type KeyedRequest, runOnce } from "./idempotency.ts";
import { encodeResult, type OperationResponse } from "./operation-response.ts";
import type { WorkOwner, WorkShares } from "./work-shares.ts";

/** Dependencies of running a use case. */
export interface UseCaseDeps {
  database: Database;
  clock: Clock;
  /** Limits how much of the database work each store may do at a time. */
  workShares: WorkShares;
  failpoint: Failpoint;
}

/** The part of a call that says who causes its work. */
export interface WorkCaller {
  store: Pick<Store, "id"> | null;
  installation: Pick<Installation, "id"> | null;
  signed_in: Pick<SignedIn, "account_id"> | null;
}

/** The request for which a use case runs. */
export interface UseCaseRequest {
  call: Call;
  keyedRequest: KeyedRequest | null;
  /** Called when the request may begin its work on the database. @throws ApiError if the work must not be done after all */
  onWorkStart(): void;
  /** Called with the time that the work on the database took, in ms, even if the work failed. */
  onWorkEnd(ms: number): void;
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

/** Return who owns the share that a call's work uses up; null for the operator and for callers limited only by IP address. */
export function findWorkOwner({ store, installation, signed_in }: WorkCaller): WorkOwner | null {
  const account = signed_in && `account ${signed_in.account_id}`;
  const caller = installation ? `installation ${installation.id}` : (account ?? "visitor");
  const share = store?.id ?? account;
  return share === null ? null : { share, caller };
}

/**
 * Run the use case of a route: first its `prepare`, then, within the share of the call's store, its `handle`. `handle` runs in a
 * transaction if the route writes or the request has an idempotency key.
 */
export async function runUseCase(
  route: Route,
  { call, keyedRequest, onWorkStart, onWorkEnd }: UseCaseRequest,
  deps: UseCaseDeps,
): Promise<OperationResponse> {
  const database = route.operation.method === "GET" ? deps.database : actingAs(deps.database, call);
  const prepared = await route.prepare?.(database, call);
  const run = async (db: Queryable) => encodeResult(await route.handle(db, call, prepared));
  const work = async (): Promise<OperationResponse> => {
    onWorkStart();
    if (keyedRequest === null && route.kind !== "write") return run(database);
    // If two transactions block each other, PostgreSQL ends one of them with an error, and that one is run again.
    // guard transaction-around-writes: with `run(database)` instead of `database.transaction(run, { retryable: true })`, change-with-events.test.ts fails
    if (keyedRequest === null) return database.transaction(run, { retryable: true });
    return database.transaction((tx) => changeOnce(tx, keyedRequest, deps, () => run(tx)), {
      retryable: true,
    });
  };
  const owner = findWorkOwner(call as WorkCaller);
  if (owner === null) return work();
  const options = { isBatchedRead: route.kind === "batchedRead", onEnd: onWorkEnd };
  // guard share-of-a-store: with `work()` instead of `deps.workShares.run(owner, work, options)`, other-stores-share.test.ts fails
  return deps.workShares.run(owner, work, options);
}
