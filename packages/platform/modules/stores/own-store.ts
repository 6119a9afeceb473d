import type { AnswerOf, operations } from "@souk/contract";
import type { Addresses } from "../../addresses.ts";
import { type OwnStoreRow, storeOf } from "./store-rows.ts";

/** A shop as its people see it. */
export type OwnStore = AnswerOf<typeof operations.createStore>["store"];

/** Shows a store to one of its people, with its addresses. */
export function ownStoreOf(row: OwnStoreRow, addresses: Addresses): OwnStore {
  const { id, handle, domain, host_url, currency_code, timezone, suspended } = storeOf(row, addresses);
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
