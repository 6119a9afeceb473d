import type { OperationResponse, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { PartnersDeps } from "./partners-deps.ts";
import { insertSecret, placeOfSecret, reserveSecretId, type SecretRow } from "./secret-store.ts";

declare const clientSecretBrand: unique symbol;

/**
 * An app's client secret: its HMAC key, and its credential at the token exchange (REG-1). It is only stored
 * sealed.
 */
export type ClientSecret = string & { readonly [clientSecretBrand]: true };

/** The prefix by which people and secret scanners recognize a leaked secret. */
const prefix = "souk_cs_";

/** A secret as its partner sees it. */
export type ShownSecret = OperationResponse<typeof operations.switchSecret>["secret"];

/**
 * Convert a secret to its last characters and state; `switch_at` is included only while it waits for its
 * time.
 */
export function shownSecret(row: SecretRow, state: ShownSecret["state"]): ShownSecret {
  const { id, hint, switch_at, created_at } = row;
  return {
    id,
    hint,
    state,
    switch_at: state === "next" ? (switch_at?.toISOString() ?? null) : null,
    created_at: created_at.toISOString(),
  };
}

/**
 * Create a secret of 32 random bytes and store it sealed for its own row.
 *
 * @param order `switch_at`: when it begins to sign; null at once
 * @returns the row, and the secret, which is shown only this once
 */
export async function issueSecret(
  tx: Queryable,
  order: { app_id: number; switch_at: Date | null },
  { vault, random }: Pick<PartnersDeps, "vault" | "random">,
): Promise<{ row: SecretRow; client_secret: ClientSecret }> {
  const client_secret = `${prefix}${random(32)}` as ClientSecret;
  const id = await reserveSecretId(tx);
  const sealed = vault.seal(placeOfSecret(id), client_secret);
  const row = await insertSecret(tx, { ...order, ...sealed, id, hint: client_secret.slice(-4) });
  return { row, client_secret };
}
