import {
  type FieldError,
  fieldError,
  type OperationBody,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { listHandleCandidates } from "../../infrastructure/handle-candidates.ts";
import { assertWithinStoreQuota } from "../../infrastructure/quotas/index.ts";
import { findHandleError } from "./handle-rules.ts";
import { type OwnStore, toOwnStore } from "./own-store.ts";
import { findCurrencyError, findTimeZone, missingNameError, timeZoneError } from "./settings-rules.ts";
import {
  insertEventHead,
  insertMembership,
  insertStore,
  type NewStore,
  type OwnStoreRow,
  toStore,
} from "./store-rows.ts";
import type { StoresDeps } from "./stores-deps.ts";

type StoreInput = OperationBody<typeof operations.createStore>;

/** A store to create. */
export interface StoreCreation {
  /** The account that becomes the owner. Its email address becomes the store's. */
  owner: { account_id: number; email: string };
  input: StoreInput;
}

/**
 * Create a store with its owner, its primary location and the head of its event log.
 *
 * @param tx a transaction, because a store without its owner, location or event log must never be visible
 * @throws ApiError `invalid` for every invalid field (SVC-1); `quota_exceeded` if the account owns too many stores
 */
export async function createStore(
  tx: Queryable,
  { owner, input }: StoreCreation,
  deps: Pick<StoresDeps, "addresses" | "createPrimaryLocation">,
): Promise<OwnStore> {
  const currency_code = input.currency_code ?? "USD";
  const timezone = await findTimeZone(tx, input.timezone ?? "UTC");
  const fields = findErrors(input, currency_code, timezone);
  if (fields.length > 0 || timezone === null) throwApiError("invalid", { fields });
  const name = input.name.trim();
  const candidates = input.handle === undefined ? suggestHandles(name, owner) : [input.handle];
  const row =
    (await insertWithFirstFreeHandle(tx, candidates, {
      name,
      email: owner.email,
      currency_code,
      timezone,
    })) ?? throwFieldError("handle", "not_unique", {}, "This handle is already taken. Choose another.");
  await insertMembership(tx, { store_id: row.id, account_id: owner.account_id, role: "owner" });
  // guard stores-of-account: without it, stores-of-account.test.ts fails
  await assertWithinStoreQuota(tx, owner.account_id);
  await insertEventHead(tx, row.id);
  await deps.createPrimaryLocation(tx, toStore(row, deps.addresses));
  return toOwnStore(row, deps.addresses);
}

/** List handles to try for a store if its owner has not chosen one. Some of them may be taken. */
function suggestHandles(name: string, { account_id }: StoreCreation["owner"]): string[] {
  return listHandleCandidates(name, "store", account_id.toString(36)).filter(
    (handle) => findHandleError(handle) === null,
  );
}

/** Insert the store with the first of these handles that is not taken. @returns null if all are taken */
async function insertWithFirstFreeHandle(
  tx: Queryable,
  handles: readonly string[],
  store: Omit<NewStore, "handle">,
): Promise<OwnStoreRow | null> {
  for (const handle of handles) {
    const row = await insertStore(tx, { ...store, handle });
    if (row) return row;
  }
  return null;
}

function findErrors(input: StoreInput, currency: string, timezone: string | null): FieldError[] {
  const handleMessage = input.handle === undefined ? null : findHandleError(input.handle);
  return [
    input.name.trim() === "" ? missingNameError : null,
    handleMessage === null
      ? null
      : fieldError("handle", "invalid_format", { format: "handle" }, handleMessage),
    findCurrencyError(currency),
    timezone === null ? timeZoneError : null,
  ].filter((error) => error !== null);
}
