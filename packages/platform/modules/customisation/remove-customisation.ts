import type { Queryable } from "@souk/database";
import type { InstallationKey } from "../installs/index.ts";
import { recordKinds } from "./records/kinds.ts";

/** Takes away all that an installation has put into its shop, in the transaction that revokes its tokens (INS-16, SNP-4). */
export async function removeCustomisation(
  tx: Queryable,
  { store_id, installation_id }: InstallationKey,
): Promise<void> {
  for (const { plural } of Object.values(recordKinds)) {
    const text = `delete from ${plural} where store_id = $1 and installation_id = $2`;
    await tx.query({ name: `${plural}_remove`, text }, [store_id, installation_id]);
  }
}
