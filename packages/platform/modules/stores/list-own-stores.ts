import { type AnswerOf, type operations, pageOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Addresses } from "../../addresses.ts";
import { ownStoreOf } from "./own-store.ts";
import { countStoresOf, selectStoresOf } from "./store-rows.ts";

/** The stores that an account belongs to, the oldest first. */
export async function listOwnStores(
  run: Queryable,
  question: { account_id: number; page: number; limit: number },
  addresses: Addresses,
): Promise<AnswerOf<typeof operations.listOwnStores>> {
  const { account_id } = question;
  const page = pageOf(await countStoresOf(run, account_id), question.page, question.limit);
  const rows = await selectStoresOf(run, account_id, page);
  return { stores: rows.map((row) => ownStoreOf(row, addresses)), ...page };
}
