import { throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { Clock } from "../runtime/clock.ts";

/**
 * The identity of a request: its sender and store, its key, method, path and the SHA-256 of its exact body.
 */
export interface KeyedRequest {
  store_id: number;
  actor: string;
  key: string;
  method: string;
  path: string;
  body_hash: Buffer;
}

export interface KeptAnswer {
  status: number;
  text: string;
  /** The text of Service-Warning beside the response. */
  warning?: string;
  replayed: boolean;
}

const dayMs = 86_400_000;

const lockText = "select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as got";
const findText = `
  select method, path, body_hash, status, answer, warning from idempotency_keys
  where store_id = $1 and actor = $2 and key = $3 and created_at > $4
  order by created_at desc limit 1`;
const keepText = `
  insert into idempotency_keys (store_id, actor, key, created_at, method, path, body_hash, status, answer, warning)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

interface KeptRow {
  method: string;
  path: string;
  body_hash: Buffer;
  status: number;
  answer: string;
  warning: string | null;
}

/** Read the Idempotency-Key header: 1 to 255 visible characters; null when absent. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header.join(",") : header;
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
    throwFieldError("Idempotency-Key", "invalid_format", { format: "header" });
  }
  return key;
}

/**
 * Return the response kept for a request, for callers to whom running it again would be expensive.
 * @throws ApiError invalid when the key came with another request
 */
export async function keptAnswer(
  db: Queryable,
  request: KeyedRequest,
  clock: Clock,
): Promise<KeptAnswer | null> {
  const { store_id, actor, key } = request;
  const found = await db.maybeOne<KeptRow>(findText, [store_id, actor, key, new Date(clock.now() - dayMs)]);
  return found ? replay(found, request) : null;
}

/**
 * Run a change at most once per key in 24 hours. The response is kept in the change's own transaction, so
 * both are there or neither is; a rejected request keeps nothing.
 * @throws ApiError conflict while the first request still runs, invalid when the key came with another
 *   request
 */
export async function once(
  tx: Transaction,
  request: KeyedRequest,
  clock: Clock,
  change: () => Promise<Omit<KeptAnswer, "replayed">>,
): Promise<KeptAnswer> {
  const { store_id, actor, key } = request;
  const lock = await tx.maybeOne<{ got: boolean }>(lockText, [`${store_id}|${actor}|${key}`]);
  // guard: one-duplicate-at-a-time: idempotency.test.ts
  if (lock?.got !== true) rejectDuplicate();
  const now = clock.now();
  const kept = await keptAnswer(tx, request, clock);
  if (kept) return kept;
  const answer = await change();
  const values = [
    store_id,
    actor,
    key,
    new Date(now),
    request.method,
    request.path,
    request.body_hash,
    answer.status,
    answer.text,
    answer.warning ?? null,
  ];
  await tx.query(keepText, values);
  return { ...answer, replayed: false };
}

/** Reject a request whose key's first request still runs. @throws ApiError conflict */
export function rejectDuplicate(): never {
  throwApiError("conflict", {
    message: "The first request with this Idempotency-Key is still running. Retry later.",
  });
}

function replay(kept: KeptRow, request: KeyedRequest): KeptAnswer {
  const same =
    kept.method === request.method && kept.path === request.path && kept.body_hash.equals(request.body_hash);
  if (!same) {
    const sentence = "{field} was used before with another method, path or body. Send a new key.";
    throwFieldError("Idempotency-Key", "conflict", {}, sentence);
  }
  const warning = kept.warning === null ? {} : { warning: kept.warning };
  return { status: kept.status, text: kept.answer, ...warning, replayed: true };
}
