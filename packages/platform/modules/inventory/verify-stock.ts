import { type Database, type Difference, verifyStore } from "@souk/database";

const maxDifferences = 100;

/**
 * Verify the stock of a store: levels, ledger, variants, products, counts and the primary location.
 * @returns the first 100 differences; empty if there are none
 */
export async function verifyStock(database: Database, storeId: number): Promise<Difference[]> {
  const found: Difference[] = [];
  for await (const difference of verifyStore(database, storeId)) {
    if (found.push(difference) === maxDifferences) break;
  }
  return found;
}
