import type { TestPlatform } from "@souk/testkit";

/** Lock a table until the returned function is called. */
export async function lockTable(testPlatform: TestPlatform, table: string): Promise<() => Promise<void>> {
  const lockRelease = Promise.withResolvers<void>();
  const tableLocked = Promise.withResolvers<void>();
  const locking = testPlatform.database.transaction(async (tx) => {
    await tx.query(`lock table ${table} in access exclusive mode`);
    tableLocked.resolve();
    await lockRelease.promise;
  });
  await Promise.race([tableLocked.promise, locking]);
  return async () => {
    lockRelease.resolve();
    await locking;
  };
}
