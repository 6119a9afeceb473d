import type { OperationResponse, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { PartnersDeps } from "./partners-deps.ts";
import {
  getSecretField,
  getSecretHint,
  insertSecret,
  reserveSecretId,
  type SecretRow,
} from "./secret-store.ts";

declare const clientSecretBrand: unique symbol;

/**
 * An app's client secret. It is the key of HMAC signatures and the app's credential for the token exchange (REG-1). It is stored
 * only encrypted.
 */
export type ClientSecret = string & { readonly [clientSecretBrand]: true };

/** The prefix by which people and secret scanners recognize a leaked secret. */
const prefix = "souk_cs_";

/** A secret as the app's partner sees it. */
export type SecretJson = OperationResponse<typeof operations.switchSecret>["secret"];

/**
 * Convert a secret to JSON, which contains only the secret's last characters. `switch_at` is null unless the secret's state is `next`.
 */
export function toSecretJson(row: SecretRow, state: SecretJson["state"]): SecretJson {
  const { id, hint, switch_at, last_used_at, created_at } = row;
  return {
    id,
    hint,
    state,
    switch_at: state === "next" ? (switch_at?.toISOString() ?? null) : null,
    last_used_at: last_used_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

/**
 * Create a secret of 32 random bytes and store it encrypted.
 *
 * @param secret.switch_at when Souk begins to sign with it; null means at once
 * @returns the row, and the secret itself, which cannot be shown again
 */
export async function issueSecret(
  tx: Queryable,
  secret: { app_id: number; switch_at: Date | null },
  { vault, random }: Pick<PartnersDeps, "vault" | "random">,
): Promise<{ row: SecretRow; client_secret: ClientSecret }> {
  const client_secret = `${prefix}${random(32)}` as ClientSecret;
  const id = await reserveSecretId(tx);
  const sealed = vault.seal(getSecretField(id), client_secret);
  const row = await insertSecret(tx, { ...secret, ...sealed, id, hint: getSecretHint(client_secret) });
  return { row, client_secret };
}
