import { type Database, type Difference, verifyStore } from "@souk/database";

const most = 100;

/**
 * Checks that a store adds up: levels, ledger, variants, products, counts and the primary location.
 * @returns the first 100 differences; none when all is well
 */
export async function verifyStock(database: Database, storeId: number): Promise<Difference[]> {
  const found: Difference[] = [];
  for await (const difference of verifyStore(database, storeId)) {
    if (found.push(difference) === most) break;
  }
  return found;
}
