import type { OperationResponse, operations } from "@souk/contract";
import type { Addresses } from "../../runtime/addresses.ts";
import { type OwnStoreRow, toStore } from "./store-rows.ts";

/** A store as its members see it. */
export type OwnStore = OperationResponse<typeof operations.createStore>["store"];

/** Convert a store's row to the JSON that its members see, with its hostname and admin URL. */
export function toOwnStore(row: OwnStoreRow, addresses: Addresses): OwnStore {
  const { id, handle, domain, host_url, currency_code, timezone, suspended } = toStore(row, addresses);
  const { name, role, created_at } = row;
  return {
    id,
    handle,
    name,
    domain,
    host_url,
    currency_code,
    timezone,
    role,
    suspended,
    created_at: created_at.toISOString(),
  };
}
