import {
  type BodyOf,
  type FieldError,
  isTimeZone,
  type operations,
  refuse,
  refuseField,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Addresses } from "../../addresses.ts";
import type { Store } from "../../routing/call.ts";
import { handleFault } from "./handle-rules.ts";
import { type OwnStore, ownStoreOf } from "./own-store.ts";
import { findTimeZone, insertEventHead, insertMembership, insertStore, storeOf } from "./store-rows.ts";

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

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

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
  const { handle } = input;
  const name = input.name.trim();
  const row =
    (await insertStore(tx, { handle, name, email: owner.email, currency_code, timezone })) ??
    refuseField("handle", "This handle is already taken; choose another.");
  await insertMembership(tx, { store_id: row.id, account_id: owner.account_id, role: "owner" });
  await insertEventHead(tx, row.id);
  await wiring.createPrimaryLocation(tx, storeOf(row, wiring.addresses));
  return ownStoreOf(row, wiring.addresses);
}

// Both must know the zone: JavaScript reads dates in it, PostgreSQL writes them.
async function findZone(tx: Queryable, zone: string): Promise<string | null> {
  const name = isTimeZone(zone) ? await findTimeZone(tx, zone) : null;
  return name !== null && isTimeZone(name) ? name : null;
}

function faultsOf(input: StoreInput, currency: string, timezone: string | null): FieldError[] {
  const handle = handleFault(input.handle);
  return [
    input.name.trim() === "" ? { path: "name", message: "Give the shop a name." } : null,
    handle === null ? null : { path: "handle", message: handle },
    currencies.has(currency)
      ? null
      : { path: "currency_code", message: "Give a currency by its ISO 4217 code, for example MYR." },
    timezone === null
      ? { path: "timezone", message: "Give a time zone by its IANA name, for example Asia/Kuala_Lumpur." }
      : null,
  ].filter((fault) => fault !== null);
}
