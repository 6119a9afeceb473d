import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { lockApp } from "./app-store.ts";
import { issueSecret, type ShownSecret, shownSecret } from "./client-secret.ts";
import type { OwnApp, PartnersDeps } from "./partners-deps.ts";
import { type ClassifiedSecrets, classifySecrets, switchAfterMs } from "./secret-rules.ts";
import { clearSwitch, deleteReplaced, deleteSecrets, type SecretRow, selectSecrets } from "./secret-store.ts";

/**
 * Load an app's secrets, lock them against other changes until the transaction ends, and delete replaced
 * ones.
 */
async function lockSecrets(tx: Queryable, own: OwnApp, now: Date): Promise<ClassifiedSecrets<SecretRow>> {
  const { id } = (await lockApp(tx, own)) ?? throwApiError("not_found");
  const classified = classifySecrets(await selectSecrets(tx, [id]), now);
  if (classified.retired.length > 0)
    await deleteSecrets(
      tx,
      classified.retired.map((row) => row.id),
    );
  return classified;
}

/**
 * Create a second secret for an app. Both are accepted at the token exchange at once; Souk signs with the old
 * one for 24 hours, or until `switchSecret`.
 *
 * @throws ApiError `not_found`; `conflict` while two are valid already
 */
export async function rotateSecret(
  tx: Queryable,
  own: OwnApp,
  deps: PartnersDeps,
): Promise<OperationResponse<typeof operations.rotateSecret>> {
  const now = new Date(deps.clock.now());
  const { next } = await lockSecrets(tx, own, now);
  if (next) {
    const message = "Two secrets are already valid. Switch to the new one or revoke one first.";
    throwApiError("conflict", { message, current: shownSecret(next, "next") });
  }
  const switch_at = new Date(now.getTime() + switchAfterMs);
  const { row, client_secret } = await issueSecret(tx, { app_id: own.app_id, switch_at }, deps);
  return { secret: { ...shownSecret(row, "next"), client_secret } };
}

/**
 * Make the new secret sign from now on, and delete the old one.
 *
 * @throws ApiError `not_found`; `conflict` when the app has only one secret
 */
export async function switchSecret(
  tx: Queryable,
  own: OwnApp,
  { clock }: PartnersDeps,
): Promise<{ secret: ShownSecret }> {
  const { signing, next } = await lockSecrets(tx, own, new Date(clock.now()));
  if (signing === null || next === null) {
    throwApiError("conflict", {
      message: "There is no second secret to switch to. Rotate the secret first.",
    });
  }
  await deleteSecrets(tx, [signing.id]);
  await clearSwitch(tx, next.id);
  return { secret: shownSecret(next, "signing") };
}

/**
 * Revoke one of two secrets at once: the other signs.
 *
 * @throws ApiError `not_found` when it is not a secret of the app; `conflict` when it is the only one
 */
export async function revokeSecret(
  tx: Queryable,
  order: OwnApp & { secret_id: number },
  { clock }: PartnersDeps,
): Promise<void> {
  const { signing, next } = await lockSecrets(tx, order, new Date(clock.now()));
  const { secret_id } = order;
  if (secret_id !== signing?.id && secret_id !== next?.id) throwApiError("not_found");
  if (next === null) {
    throwApiError("conflict", { message: "This is the app's only secret. Rotate it first, then revoke it." });
  }
  await deleteSecrets(tx, [secret_id]);
  if (secret_id !== next.id) await clearSwitch(tx, next.id);
}

/** Delete the secrets that newer ones have replaced, and return their number; a background job. */
export async function sweepSecrets(db: Queryable, now: Date): Promise<number> {
  return deleteReplaced(db, now);
}
