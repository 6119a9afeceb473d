import { defineStatement, type Queryable } from "@souk/database";
import type { InstallationKey } from "../installs/index.ts";
import { recordKinds } from "./records/record-kinds.ts";

/** Delete all records that an installation has created in its store (INS-16, SNP-4), when the app is uninstalled. */
export async function removeCustomization(
  tx: Queryable,
  { store_id, installation_id }: InstallationKey,
): Promise<void> {
  for (const { plural } of Object.values(recordKinds)) {
    // guard: records-gone replacing `= $2` with `= -$2::bigint`: get-customization.test.ts SNP-4
    const text = `delete from ${plural} where store_id = $1 and installation_id = $2`;
    await tx.query(defineStatement(`${plural}_remove`, text), [store_id, installation_id]);
  }
}
