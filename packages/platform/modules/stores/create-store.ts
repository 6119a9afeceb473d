import { type BodyOf, type FieldError, type operations, refuse, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Addresses } from "../../addresses.ts";
import { handlesFor } from "../../handles-for.ts";
import type { Store } from "../../routing/call.ts";
import { handleFault } from "./handle-rules.ts";
import { type OwnStore, ownStoreOf } from "./own-store.ts";
import { currencyFault, findZone, noName, noTimeZone } from "./settings-rules.ts";
import {
  insertEventHead,
  insertMembership,
  insertStore,
  type NewStore,
  type OwnStoreRow,
  storeOf,
} from "./store-rows.ts";

/** What a new store needs of the rest of the house; given at wiring. */
export interface StoreWiring {
  addresses: Addresses;
  /** A store has a primary location from its first moment; later modules know how to make one. */
  createPrimaryLocation(tx: Queryable, store: Store): Promise<void>;
}

type StoreInput = BodyOf<typeof operations.createStore>;

export interface StoreOrder {
  /** The account that becomes its owner; the shop starts with its address. */
  owner: { account_id: number; email: string };
  input: StoreInput;
}

/**
 * Creates a store with its owner, its primary location and the head of its event log.
 *
 * @param tx a transaction: a store without one of these must never be seen
 * @throws Refusal `invalid`, naming every field that is wrong (SVC-1)
 */
export async function createStore(
  tx: Queryable,
  { owner, input }: StoreOrder,
  wiring: StoreWiring,
): Promise<OwnStore> {
  const currency_code = input.currency_code ?? "USD";
  const timezone = await findZone(tx, input.timezone ?? "UTC");
  const fields = faultsOf(input, currency_code, timezone);
  if (fields.length > 0 || timezone === null) refuse("invalid", { fields });
  const name = input.name.trim();
  const handles = input.handle === undefined ? handlesOf(name, owner) : [input.handle];
  const row =
    (await insertUnderFree(tx, handles, { name, email: owner.email, currency_code, timezone })) ??
    refuseField("handle", "This handle is already taken; choose another.");
  await insertMembership(tx, { store_id: row.id, account_id: owner.account_id, role: "owner" });
  await insertEventHead(tx, row.id);
  await wiring.createPrimaryLocation(tx, storeOf(row, wiring.addresses));
  return ownStoreOf(row, wiring.addresses);
}

/** The handles to try for a shop whose owner chose none. */
function handlesOf(name: string, { account_id }: StoreOrder["owner"]): string[] {
  return handlesFor(name, "shop", account_id.toString(36)).filter((handle) => handleFault(handle) === null);
}

async function insertUnderFree(
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

function faultsOf(input: StoreInput, currency: string, timezone: string | null): FieldError[] {
  const handle = input.handle === undefined ? null : handleFault(input.handle);
  return [
    input.name.trim() === "" ? noName : null,
    handle === null ? null : { path: "handle", message: handle },
    currencyFault(currency),
    timezone === null ? noTimeZone : null,
  ].filter((fault) => fault !== null);
}
