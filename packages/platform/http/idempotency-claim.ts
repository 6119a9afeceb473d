import { type Database, leaseMs } from "@souk/database";
import { type KeyedRequest, rejectDuplicate } from "./idempotency.ts";

const claimSql = `
  insert into idempotency_claims (store_id, actor, key, expires_at)
  values ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
  on conflict (store_id, actor, key) do update set expires_at = excluded.expires_at, claim = excluded.claim
    where idempotency_claims.expires_at <= clock_timestamp()
  returning claim`;

const extendSql = `
  update idempotency_claims set expires_at = clock_timestamp() + $5 * interval '1 ms'
  where store_id = $1 and actor = $2 and key = $3 and claim = $4`;

const releaseSql =
  "delete from idempotency_claims where store_id = $1 and actor = $2 and key = $3 and claim = $4";

/**
 * Run `work` while holding the claim on this idempotency key: a lock that all processes see and that expires. Only one request per
 * key at a time does slow or expensive work before its transaction. Losing the claim does no harm, because the transaction itself
 * guarantees that the change is made once.
 * @throws ApiError `conflict` if another request, in any process, holds the claim
 */
export async function runWithIdempotencyClaim<T>(
  database: Database,
  { store_id, actor, key }: KeyedRequest,
  work: () => Promise<T>,
): Promise<T> {
  const keyValues = [store_id, actor, key];
  const row = await database.maybeOne<{ claim: string }>(claimSql, [...keyValues, leaseMs]);
  const { claim } = row ?? rejectDuplicate();
  // If the database is unavailable, the work's own statements fail, and the claim expires.
  const timer = setInterval(() => {
    database.query(extendSql, [...keyValues, claim, leaseMs]).catch(() => {});
  }, leaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await database.query(releaseSql, [...keyValues, claim]).catch(() => {});
  }
}

/** Delete expired claims, which crashed processes have left behind. */
export async function deleteExpiredClaims(database: Database): Promise<void> {
  await database.query("delete from idempotency_claims where expires_at <= clock_timestamp()");
}
