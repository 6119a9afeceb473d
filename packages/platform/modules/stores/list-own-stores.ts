import { type OperationResponse, type operations, resolvePage } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Addresses } from "../../runtime/addresses.ts";
import { toOwnStore } from "./own-store.ts";
import { countAccountStores, selectAccountStores } from "./store-rows.ts";

/** List a page of the stores that an account is a member of, the oldest first. */
export async function listOwnStores(
  db: Queryable,
  request: { account_id: number; page: number; limit: number },
  addresses: Addresses,
): Promise<OperationResponse<typeof operations.listOwnStores>> {
  const { account_id } = request;
  const page = resolvePage(await countAccountStores(db, account_id), request.page, request.limit);
  const rows = await selectAccountStores(db, account_id, page);
  return { stores: rows.map((row) => toOwnStore(row, addresses)), ...page };
}
