import { throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import type { Installation, Store } from "../../../infrastructure/routing/call.ts";
import type { RecordKind } from "./kinds.ts";

/** The installation, in its store, whose records are meant. */
export interface Owner {
  store: Store;
  installation: Installation;
}

/**
 * Assert that the caller is an app: a merchant's session has no such records. @throws ApiError `not_allowed`
 */
export function assertApp(
  { words }: RecordKind,
  { store, installation }: { store: Store; installation: Installation | null },
): Owner {
  if (installation) return { store, installation };
  return throwApiError("not_allowed", { message: `${words} belong to apps. Send an app's access token.` });
}

const statement = defineStatement(
  "customization_hold",
  `
    select i.status, a.app_url from installations i join apps a on a.id = i.app_id
    where i.store_id = $1 and i.id = $2 for no key update of i`,
);

/**
 * Lock the installation until this transaction ends: it cannot be disabled or removed, so that no record of
 * it is left behind, and no other record of it can be created meanwhile.
 * @returns the App URL of its app; empty for an app without a page
 * @throws ApiError `app_disabled`, `token_revoked` when that has happened since the token was read
 */
export async function holdOwner(tx: Transaction, { store, installation }: Owner): Promise<string> {
  const locked = await tx.maybeOne<{ status: string; app_url: string }>(statement, [
    store.id,
    installation.id,
  ]);
  if (locked === undefined || locked.status === "uninstalled") return throwApiError("token_revoked");
  return locked.status === "disabled" ? throwApiError("app_disabled") : locked.app_url;
}
