import { throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import type { Clock } from "../runtime/clock.ts";

/**
 * What identifies a request with an Idempotency-Key: the store, the actor, the key, the method, the path, and
 * the SHA-256 of the exact body.
 */
export interface KeyedRequest {
  store_id: number;
  actor: string;
  key: string;
  method: string;
  path: string;
  body_hash: Buffer;
}

/** The response to a request with an Idempotency-Key. */
export interface StoredResponse {
  status: number;
  text: string;
  /** The value of the Service-Warning header. */
  warning?: string;
  /** Whether this is the stored response to an earlier request. */
  isReplay: boolean;
}

const dayMs = 86_400_000;

// 7 is the seed of the hashes, so that these locks differ from other advisory locks.
const lockSql = "select pg_try_advisory_xact_lock(hashtextextended($1, 7)) as locked";
const findSql = `
  select method, path, body_hash, status, answer, warning from idempotency_keys
  where store_id = $1 and actor = $2 and key = $3 and created_at > $4
  order by created_at desc limit 1`;
const storeSql = `
  insert into idempotency_keys (store_id, actor, key, created_at, method, path, body_hash, status, answer, warning)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

interface StoredRow {
  method: string;
  path: string;
  body_hash: Buffer;
  status: number;
  answer: string;
  warning: string | null;
}

/**
 * Read the Idempotency-Key header, or return null if there is none.
 * @throws ApiError `invalid` unless it has 1 to 255 ASCII characters, all of them visible except for spaces between them
 */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header.join(",") : header;
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
    throwFieldError("Idempotency-Key", "invalid_format", { format: "header" });
  }
  return key;
}

/**
 * Find the stored response to a request, so that the caller can skip expensive work before calling `runOnce`.
 * @returns null if no response is stored
 * @throws ApiError `invalid` if the key was used for a different request
 */
export async function findStoredResponse(
  db: Queryable,
  request: KeyedRequest,
  clock: Clock,
): Promise<StoredResponse | null> {
  const { store_id, actor, key } = request;
  const storedRow = await db.maybeOne<StoredRow>(findSql, [
    store_id,
    actor,
    key,
    new Date(clock.now() - dayMs),
  ]);
  return storedRow ? replayResponse(storedRow, request) : null;
}

/**
 * Run a change at most once per key in 24 hours. The response is stored in the transaction of the change, so
 * either the change and the response are stored or neither is. If the change throws, nothing is stored.
 * @throws ApiError `conflict` if the first request is still running; `invalid` if the key was used for a
 *   different request
 */
export async function runOnce(
  tx: Transaction,
  request: KeyedRequest,
  clock: Clock,
  change: () => Promise<Omit<StoredResponse, "isReplay">>,
): Promise<StoredResponse> {
  const { store_id, actor, key } = request;
  const lock = await tx.maybeOne<{ locked: boolean }>(lockSql, [`${store_id}|${actor}|${key}`]);
  // guard one-duplicate-at-a-time: without it, idempotency.test.ts fails
  if (lock?.locked !== true) rejectDuplicate();
  const now = clock.now();
  const storedResponse = await findStoredResponse(tx, request, clock);
  if (storedResponse) return storedResponse;
  const response = await change();
  const values = [
    store_id,
    actor,
    key,
    new Date(now),
    request.method,
    request.path,
    request.body_hash,
    response.status,
    response.text,
    response.warning ?? null,
  ];
  await tx.query(storeSql, values);
  return { ...response, isReplay: false };
}

/** Reject a request because the first request with its key is still running. @throws ApiError `conflict` */
export function rejectDuplicate(): never {
  throwApiError("conflict", {
    message: "The first request with this Idempotency-Key is still running. Retry later.",
  });
}

function replayResponse(storedRow: StoredRow, request: KeyedRequest): StoredResponse {
  const isSameRequest =
    storedRow.method === request.method &&
    storedRow.path === request.path &&
    storedRow.body_hash.equals(request.body_hash);
  if (!isSameRequest) {
    const message = "{field} was used before with another method, path or body. Send a new key.";
    throwFieldError("Idempotency-Key", "conflict", {}, message);
  }
  const warning = storedRow.warning === null ? {} : { warning: storedRow.warning };
  return { status: storedRow.status, text: storedRow.answer, ...warning, isReplay: true };
}
