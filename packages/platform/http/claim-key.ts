import type { Database } from "@souk/database";
import { type KeyedRequest, refuseTwin } from "./idempotency.ts";

/** A claim that nobody moves on is free after so long: its process died. */
const leaseMs = 30_000;

const claimText = `
  insert into idempotency_claims (store_id, actor, key, until)
  values ($1, $2, $3, clock_timestamp() + $4 * interval '1 ms')
  on conflict (store_id, actor, key) do update set until = excluded.until, claim = excluded.claim
    where idempotency_claims.until <= clock_timestamp()
  returning claim`;

const moveOnText = `
  update idempotency_claims set until = clock_timestamp() + $5 * interval '1 ms'
  where store_id = $1 and actor = $2 and key = $3 and claim = $4`;

const releaseText =
  "delete from idempotency_claims where store_id = $1 and actor = $2 and key = $3 and claim = $4";

/**
 * Lets one request of a key at a time do what comes before its transaction, which may take long and cost much. That a change
 * happens once does not rest on it, so a claim that was lost does no harm.
 * @throws Refusal conflict while another one does it, in any process
 */
export async function claimKey<T>(
  database: Database,
  { store_id, actor, key }: KeyedRequest,
  work: () => Promise<T>,
): Promise<T> {
  const place = [store_id, actor, key];
  const { rows } = await database.query<{ claim: string }>(claimText, [...place, leaseMs]);
  const { claim } = rows[0] ?? refuseTwin();
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

/** Removes the claims of processes that died. */
export async function sweepClaims(database: Database): Promise<void> {
  await database.query("delete from idempotency_claims where until <= clock_timestamp()");
}
