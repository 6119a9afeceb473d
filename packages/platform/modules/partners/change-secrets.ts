import { type AnswerOf, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { lockApp } from "./app-store.ts";
import { issueSecret, type ShownSecret, shownSecret } from "./client-secret.ts";
import type { OwnApp, PartnersWiring } from "./partners-wiring.ts";
import { type JudgedSecrets, judgeSecrets, switchAfterMs } from "./secret-rules.ts";
import { clearSwitch, deleteReplaced, deleteSecrets, type SecretRow, selectSecrets } from "./secret-store.ts";

/** An app's secrets, which no other transaction can change until this one ends. Those that are gone are deleted. */
async function lockSecrets(tx: Queryable, own: OwnApp, now: Date): Promise<JudgedSecrets<SecretRow>> {
  const { id } = (await lockApp(tx, own)) ?? refuse("not_found");
  const judged = judgeSecrets(await selectSecrets(tx, [id]), now);
  if (judged.gone.length > 0)
    await deleteSecrets(
      tx,
      judged.gone.map((row) => row.id),
    );
  return judged;
}

/**
 * Gives an app a second secret. Both are accepted at the token exchange at once; Souk signs with the old one for
 * 24 hours, or until `switchSecret`.
 *
 * @throws Refusal `not_found`; `conflict` while two are valid already
 */
export async function rotateSecret(
  tx: Queryable,
  own: OwnApp,
  wiring: PartnersWiring,
): Promise<AnswerOf<typeof operations.rotateSecret>> {
  const now = new Date(wiring.clock.now());
  const { next } = await lockSecrets(tx, own, now);
  if (next) {
    const message = "Two secrets are valid already: switch to the new one or revoke one of them first.";
    refuse("conflict", { message, current: shownSecret(next, "next") });
  }
  const switch_at = new Date(now.getTime() + switchAfterMs);
  const { row, client_secret } = await issueSecret(tx, { app_id: own.app_id, switch_at }, wiring);
  return { secret: { ...shownSecret(row, "next"), client_secret } };
}

/**
 * Lets the new secret sign from now on; the old one is gone.
 *
 * @throws Refusal `not_found`; `conflict` when the app has one secret only
 */
export async function switchSecret(
  tx: Queryable,
  own: OwnApp,
  { clock }: PartnersWiring,
): Promise<{ secret: ShownSecret }> {
  const { signing, next } = await lockSecrets(tx, own, new Date(clock.now()));
  if (signing === null || next === null) {
    refuse("conflict", { message: "There is no second secret to switch to; rotate first." });
  }
  await deleteSecrets(tx, [signing.id]);
  await clearSwitch(tx, next.id);
  return { secret: shownSecret(next, "signing") };
}

/**
 * Revokes one of two secrets at once: the other signs.
 *
 * @throws Refusal `not_found` when it is no secret of the app; `conflict` when it is the only one
 */
export async function revokeSecret(
  tx: Queryable,
  order: OwnApp & { secret_id: number },
  { clock }: PartnersWiring,
): Promise<void> {
  const { signing, next } = await lockSecrets(tx, order, new Date(clock.now()));
  const { secret_id } = order;
  if (secret_id !== signing?.id && secret_id !== next?.id) refuse("not_found");
  if (next === null) {
    refuse("conflict", { message: "This is the app's only secret; rotate first, then revoke it." });
  }
  await deleteSecrets(tx, [secret_id]);
  if (secret_id !== next.id) await clearSwitch(tx, next.id);
}

/** Housekeeping: deletes the secrets whose successors have taken over. Answers how many. */
export async function sweepSecrets(run: Queryable, now: Date): Promise<number> {
  return deleteReplaced(run, now);
}
