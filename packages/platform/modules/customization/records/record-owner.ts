import { throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import type { Installation, Store } from "../../../infrastructure/routing/call.ts";
import type { RecordKind } from "./record-kinds.ts";

/** The installation that owns records, with its store. */
export interface RecordOwner {
  store: Store;
  installation: Installation;
}

/**
 * Return the calling installation with its store.
 * @throws ApiError `not_allowed` if the caller is a person, because only apps have records of these kinds
 */
export function getRecordOwner(
  { pluralLabel }: RecordKind,
  { store, installation }: { store: Store; installation: Installation | null },
): RecordOwner {
  if (installation) return { store, installation };
  return throwApiError("not_allowed", {
    message: `Only apps can manage ${pluralLabel}. Send an app's access token.`,
  });
}

const statement = defineStatement(
  "customization_owner_lock",
  `
    select i.status, a.app_url from installations i join apps a on a.id = i.app_id
    where i.store_id = $1 and i.id = $2 for no key update of i`,
);

/**
 * Lock an installation until the transaction ends. Meanwhile it cannot be disabled or removed, so no record remains after the
 * installation is removed. No other transaction can create a record of the installation either, so the maximum
 * number of records is not exceeded.
 * @returns the App URL, which is empty for an app without one
 * @throws ApiError `app_disabled` or `token_revoked` if the installation was disabled or removed since the token was checked
 */
export async function lockOwner(tx: Transaction, { store, installation }: RecordOwner): Promise<string> {
  const owner = await tx.maybeOne<{ status: string; app_url: string }>(statement, [
    store.id,
    installation.id,
  ]);
  if (owner === undefined || owner.status === "uninstalled") return throwApiError("token_revoked");
  return owner.status === "disabled" ? throwApiError("app_disabled") : owner.app_url;
}
