import {
  type OperationResponse,
  type operations,
  type SecurityEventKind,
  throwApiError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordSecurityEvent } from "../security/index.ts";
import { lockApp, selectPartnerOfApp } from "./app-store.ts";
import { issueSecret, type SecretJson, toSecretJson } from "./client-secret.ts";
import type { PartnerAppRef, PartnersDeps } from "./partners-deps.ts";
import { type ClassifiedSecrets, classifySecrets, switchAfterMs } from "./secret-rules.ts";
import {
  clearSwitch,
  deleteReplacedSecretRows,
  deleteSecrets,
  type SecretRow,
  selectSecrets,
} from "./secret-store.ts";

/**
 * Lock an app and load its secrets. Secrets that newer ones have replaced are deleted.
 * @throws ApiError `not_found`; `partner_suspended`
 */
async function lockSecrets(
  tx: Queryable,
  ref: PartnerAppRef,
  now: Date,
): Promise<ClassifiedSecrets<SecretRow>> {
  const { id } = (await lockApp(tx, ref)) ?? throwApiError("not_found");
  const classifiedSecrets = classifySecrets(await selectSecrets(tx, [id]), now);
  if (classifiedSecrets.retired.length > 0)
    await deleteSecrets(
      tx,
      classifiedSecrets.retired.map((row) => row.id),
    );
  return classifiedSecrets;
}

/** Record a change of an app's secrets for the app's partner. */
async function recordSecretEvent(
  tx: Queryable,
  kind: SecurityEventKind,
  { account_id, app_id, secret_id }: PartnerAppRef & { secret_id: number },
): Promise<void> {
  const partner_id = await selectPartnerOfApp(tx, app_id);
  await recordSecurityEvent(tx, { kind, account_id, partner_id, app_id, details: { secret_id } });
}

/**
 * Create a second secret for an app. The token exchange accepts both. Souk signs with the old one for 24 hours, or until
 * `switchSecret` is called.
 *
 * @throws ApiError `not_found`; `partner_suspended`; `conflict` if the app has two secrets already
 */
export async function rotateSecret(
  tx: Queryable,
  ref: PartnerAppRef,
  deps: PartnersDeps,
): Promise<OperationResponse<typeof operations.rotateSecret>> {
  const now = new Date(deps.clock.now());
  const { next } = await lockSecrets(tx, ref, now);
  if (next) {
    const message = "This app already has two secrets. Switch to the new one or revoke one of them first.";
    throwApiError("conflict", { message, current: toSecretJson(next, "next") });
  }
  const switch_at = new Date(now.getTime() + switchAfterMs);
  const { row, client_secret } = await issueSecret(tx, { app_id: ref.app_id, switch_at }, deps);
  await recordSecretEvent(tx, "client_secret_created", { ...ref, secret_id: row.id });
  return { secret: { ...toSecretJson(row, "next"), client_secret } };
}

/**
 * Sign with the new secret from now on, and delete the old one.
 *
 * @throws ApiError `not_found`; `partner_suspended`; `conflict` if the app has only one secret
 */
export async function switchSecret(
  tx: Queryable,
  ref: PartnerAppRef,
  { clock }: PartnersDeps,
): Promise<{ secret: SecretJson }> {
  const { signing, next } = await lockSecrets(tx, ref, new Date(clock.now()));
  if (signing === null || next === null) {
    throwApiError("conflict", {
      message: "This app has no second secret to switch to. Rotate its secret first.",
    });
  }
  await deleteSecrets(tx, [signing.id]);
  await clearSwitch(tx, next.id);
  await recordSecretEvent(tx, "client_secret_switched", { ...ref, secret_id: next.id });
  return { secret: toSecretJson(next, "signing") };
}

/**
 * Revoke one of an app's two secrets at once. Souk signs with the other secret from now on.
 *
 * @throws ApiError `not_found`, also if the app has no such secret; `partner_suspended`; `conflict` if it is the app's only one
 */
export async function revokeSecret(
  tx: Queryable,
  request: PartnerAppRef & { secret_id: number },
  { clock }: PartnersDeps,
): Promise<void> {
  const { signing, next } = await lockSecrets(tx, request, new Date(clock.now()));
  const { secret_id } = request;
  if (secret_id !== signing?.id && secret_id !== next?.id) throwApiError("not_found");
  if (next === null) {
    throwApiError("conflict", { message: "This is the app's only secret. Rotate it first, then revoke it." });
  }
  await deleteSecrets(tx, [secret_id]);
  if (secret_id !== next.id) await clearSwitch(tx, next.id);
  await recordSecretEvent(tx, "client_secret_revoked", request);
}

/** Delete the secrets that newer ones have replaced. A background job calls this function. @returns the number of deleted secrets */
export async function deleteReplacedSecrets(db: Queryable, now: Date): Promise<number> {
  return deleteReplacedSecretRows(db, now);
}
