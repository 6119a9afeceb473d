import { refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Installation, Store } from "../../../routing/call.ts";
import type { RecordKind } from "./kinds.ts";

/** Whose records are meant: those of one installation in its store. */
export interface Owner {
  store: Store;
  installation: Installation;
}

/** Such records belong to apps; a merchant's session has none. @throws Refusal `not_allowed` */
export function requireApp(
  { words }: RecordKind,
  { store, installation }: { store: Store; installation: Installation | null },
): Owner {
  if (installation) return { store, installation };
  return refuse("not_allowed", { message: `${words} belong to apps; call with an app's token.` });
}

const statement = {
  name: "customisation_hold",
  text: `
    select i.status, a.app_url from installations i join apps a on a.id = i.app_id
    where i.store_id = $1 and i.id = $2 for no key update of i`,
};

/**
 * Keeps the installation from being disabled or removed until this transaction ends, so that nothing of it is left behind, and
 * its own further records from being made meanwhile.
 * @returns the App URL of its app; empty for an app without a page
 * @throws Refusal `app_disabled`, `token_revoked` when that has happened since the token was read
 */
export async function holdOwner(tx: Transaction, { store, installation }: Owner): Promise<string> {
  const { rows } = await tx.query<{ status: string; app_url: string }>(statement, [
    store.id,
    installation.id,
  ]);
  const held = rows[0];
  if (held === undefined || held.status === "uninstalled") return refuse("token_revoked");
  return held.status === "disabled" ? refuse("app_disabled") : held.app_url;
}
