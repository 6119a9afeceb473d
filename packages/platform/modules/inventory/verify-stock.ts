import { type Database, type Difference, verifyStore } from "@souk/database";

const maxDifferences = 100;

/**
 * Verify the levels, ledger, totals, counts and primary location of a store.
 * @returns the first 100 differences; empty if everything is consistent
 */
export async function verifyStock(database: Database, storeId: number): Promise<Difference[]> {
  const differences: Difference[] = [];
  for await (const difference of verifyStore(database, storeId)) {
    differences.push(difference);
    if (differences.length === maxDifferences) break;
  }
  return differences;
}
