import { throwApiError, throwFieldError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { SignedIn } from "../../../infrastructure/routing/call.ts";
import type { PeopleDeps } from "../people-deps.ts";
import {
  confirmAuthenticator,
  deleteAuthenticator,
  getTotpField,
  insertAuthenticator,
  reserveAuthenticatorId,
  selectAuthenticator,
} from "./authenticator-store.ts";
import { finishFactorRemoval, prepareNewFactor } from "./change-factors.ts";
import { lockAccount } from "./factor-list.ts";
import { buildTotpUrl, decodeBase32, encodeBase32, findTotpStep, totpSecretBytes } from "./totp.ts";

/** The secret of an authenticator app that is being added. */
export interface AuthenticatorSetup {
  /** The secret in Base32. */
  secret: string;
  /** The URL that contains the secret. The page shows it as a QR code. */
  url: string;
}

/**
 * Create the secret of an authenticator app. The app counts as a factor only after a code has confirmed it.
 * @throws ApiError `conflict` if the account has an authenticator app
 */
export async function startAuthenticatorSetup(
  tx: Queryable,
  { account_id }: SignedIn,
  { clock, random, vault }: Pick<PeopleDeps, "clock" | "random" | "vault">,
): Promise<void> {
  await lockAccount(tx, account_id);
  const current = await selectAuthenticator(tx, account_id);
  if (current !== null && current.confirmed_at !== null)
    throwApiError("conflict", { message: "Your account already has an authenticator app. Remove it first." });
  await deleteAuthenticator(tx, account_id);
  const id = await reserveAuthenticatorId(tx);
  const secret = encodeBase32(Buffer.from(random(totpSecretBytes), "base64url"));
  const sealed = vault.seal(getTotpField(id), secret);
  await insertAuthenticator(tx, { id, account_id, ...sealed, created_at: new Date(clock.now()) });
}

/** Find the secret of the authenticator app that a person is adding, or return null if they are adding none. */
export async function findAuthenticatorSetup(
  db: Queryable,
  { account_id, email }: SignedIn,
  { vault, addresses }: Pick<PeopleDeps, "vault" | "addresses">,
): Promise<AuthenticatorSetup | null> {
  const authenticator = await selectAuthenticator(db, account_id);
  if (authenticator === null || authenticator.confirmed_at !== null) return null;
  const secret = vault.open(getTotpField(authenticator.id), authenticator);
  return { secret, url: buildTotpUrl({ issuer: `Souk ${addresses.domain}`, email, secret }) };
}

/**
 * Confirm an authenticator app with its first code. From then on, the password alone is not enough to sign in.
 * @returns the recovery codes, if it is the account's first factor; otherwise null
 * @throws ApiError `invalid` for a wrong `code`; `conflict` if no authenticator app is being added
 */
export async function confirmAuthenticatorSetup(
  database: Database,
  signedIn: SignedIn,
  code: string,
  deps: PeopleDeps,
): Promise<readonly string[] | null> {
  const { account_id } = signedIn;
  const nowMs = deps.clock.now();
  return database.transaction(async (tx) => {
    await lockAccount(tx, account_id);
    const authenticator = await selectAuthenticator(tx, account_id);
    if (authenticator === null || authenticator.confirmed_at !== null)
      throwApiError("conflict", {
        message: "No authenticator app is being added to your account. Start again.",
      });
    const secret = decodeBase32(deps.vault.open(getTotpField(authenticator.id), authenticator));
    const step = findTotpStep(secret, code.replace(/\s/g, ""), nowMs);
    if (step === null)
      throwFieldError(
        "code",
        "not_allowed",
        {},
        "This code is wrong. Check the time of your device, and enter the code that the app shows now.",
      );
    const recoveryCodes = await prepareNewFactor(tx, signedIn, "an authenticator app", deps);
    await confirmAuthenticator(tx, { id: authenticator.id, step, confirmedAt: new Date(nowMs) });
    return recoveryCodes;
  });
}

/** Remove the authenticator app of the signed-in person, if they have one. */
export async function removeAuthenticator(
  database: Database,
  signedIn: SignedIn,
  deps: PeopleDeps,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockAccount(tx, signedIn.account_id);
    if (await deleteAuthenticator(tx, signedIn.account_id))
      await finishFactorRemoval(tx, signedIn, "the authenticator app", deps);
  });
}
