import { defineStatement, type Queryable } from "@souk/database";
import type { InstallationKey } from "../installs/index.ts";
import { recordKinds } from "./records/record-kinds.ts";

/** Delete all records that an installation has created in its store. Called when the app is uninstalled (INS-16, SNP-4). */
export async function removeCustomization(
  tx: Queryable,
  { store_id, installation_id }: InstallationKey,
): Promise<void> {
  for (const { plural } of Object.values(recordKinds)) {
    // guard records-gone: with `= -$2::bigint` instead of `= $2`, get-customization.test.ts fails at `SNP-4`
    const text = `delete from ${plural} where store_id = $1 and installation_id = $2`;
    await tx.query(defineStatement(`${plural}_remove`, text), [store_id, installation_id]);
  }
}
