import { defineStatement, type Queryable } from "@souk/database";
import type { InstallationKey } from "../installs/index.ts";
import { recordKinds } from "./records/kinds.ts";

/**
 * Delete all records of an installation in its store, in the transaction that revokes its tokens (INS-16,
 * SNP-4).
 */
export async function removeCustomization(
  tx: Queryable,
  { store_id, installation_id }: InstallationKey,
): Promise<void> {
  for (const { plural } of Object.values(recordKinds)) {
    // guard: records-gone with `= -$2::bigint` for `= $2`: get-customization.test.ts SNP-4
    const text = `delete from ${plural} where store_id = $1 and installation_id = $2`;
    await tx.query(defineStatement(`${plural}_remove`, text), [store_id, installation_id]);
  }
}
