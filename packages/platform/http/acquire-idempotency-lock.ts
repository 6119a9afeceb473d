import { type Database, leaseMs } from "@souk/database";
import { type KeyedRequest, rejectDuplicate } from "./idempotency.ts";

const claimText = `
  insert into idempotency_claims (store_id, actor, key, expires_at)
  values ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
  on conflict (store_id, actor, key) do update set expires_at = excluded.expires_at, claim = excluded.claim
    where idempotency_claims.expires_at <= clock_timestamp()
  returning claim`;

const moveOnText = `
  update idempotency_claims set expires_at = clock_timestamp() + $5 * interval '1 ms'
  where store_id = $1 and actor = $2 and key = $3 and claim = $4`;

const releaseText =
  "delete from idempotency_claims where store_id = $1 and actor = $2 and key = $3 and claim = $4";

/**
 * Let one request per key at a time do the slow or expensive work before its transaction. Doing the change
 * once does not rely on this, so a lost claim does no harm.
 * @throws ApiError conflict while another request holds the claim, in any process
 */
export async function acquireIdempotencyLock<T>(
  database: Database,
  { store_id, actor, key }: KeyedRequest,
  work: () => Promise<T>,
): Promise<T> {
  const place = [store_id, actor, key];
  const row = await database.maybeOne<{ claim: string }>(claimText, [...place, leaseMs]);
  const { claim } = row ?? rejectDuplicate();
  // A database that is away ends the work's own statements; the claim ends by itself.
  const timer = setInterval(() => {
    database.query(moveOnText, [...place, claim, leaseMs]).catch(() => {});
  }, leaseMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await database.query(releaseText, [...place, claim]).catch(() => {});
  }
}

/** Remove the claims of processes that died. */
export async function sweepClaims(database: Database): Promise<void> {
  await database.query("delete from idempotency_claims where expires_at <= clock_timestamp()");
}
