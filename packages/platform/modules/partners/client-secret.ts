import type { AnswerOf, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { PartnersWiring } from "./partners-wiring.ts";
import { insertSecret, placeOfSecret, reserveSecretId, type SecretRow } from "./secret-store.ts";

declare const clientSecretBrand: unique symbol;

/** An app's client secret: the HMAC key, and its word at the token exchange (REG-1). Never written down but sealed. */
export type ClientSecret = string & { readonly [clientSecretBrand]: true };

/** Recognisable, so that people and secret scanners find one where it should not be. */
const prefix = "souk_cs_";

/** A secret as its partner sees it. */
export type ShownSecret = AnswerOf<typeof operations.switchSecret>["secret"];

/** Shows a secret by its last characters; `switch_at` counts only while it waits for its time. */
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
 * Makes a secret of 32 random bytes and stores it sealed for its own row.
 *
 * @param order `switch_at`: when it begins to sign; null at once
 * @returns the row, and the secret to be shown this once
 */
export async function issueSecret(
  tx: Queryable,
  order: { app_id: number; switch_at: Date | null },
  { vault, random }: Pick<PartnersWiring, "vault" | "random">,
): Promise<{ row: SecretRow; client_secret: ClientSecret }> {
  const client_secret = `${prefix}${random(32)}` as ClientSecret;
  const id = await reserveSecretId(tx);
  const sealed = vault.seal(placeOfSecret(id), client_secret);
  const row = await insertSecret(tx, { ...order, ...sealed, id, hint: client_secret.slice(-4) });
  return { row, client_secret };
}
