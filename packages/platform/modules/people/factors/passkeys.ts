import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { throwApiError } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { SignedIn } from "../../../infrastructure/routing/call.ts";
import type { PeopleDeps } from "../people-deps.ts";
import type { Audience } from "../session-rules.ts";
import { finishFactorRemoval, prepareNewFactor } from "./change-factors.ts";
import { lockAccount } from "./factor-list.ts";
import { getChallenge } from "./passkey-credential.ts";
import {
  type ChallengeUse,
  countPasskeys,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  type PasskeyRow,
  recordPasskeyUse,
  redeemChallenge,
  selectPasskey,
  selectPasskeys,
} from "./passkey-store.ts";

// SimpleWebAuthn is loaded when it is first used, because loading takes a fifth of a second and most processes never use it.
const loadWebauthn = () => import("@simplewebauthn/server");

/** The number of random bytes in a challenge. */
const challengeBytes = 32;
/** How long a challenge can be used. */
const challengeLifetimeMs = 5 * 60_000;
/** The maximum number of passkeys of an account. */
const maxPasskeys = 20;

type PasskeyDeps = Pick<PeopleDeps, "clock" | "random" | "sendEmail" | "addresses">;

/**
 * Return the origin of a host and the id under which browsers store the host's passkeys. The id is the hostname itself, not a
 * parent domain.
 */
function getRelyingParty({ addresses }: Pick<PasskeyDeps, "addresses">, audience: Audience) {
  const origin = audience === "admin" ? addresses.adminOrigin : addresses.partnersOrigin;
  return { origin, rpId: new URL(origin).hostname };
}

async function createChallenge(db: Queryable, use: ChallengeUse, { clock, random }: PasskeyDeps) {
  const challenge = random(challengeBytes);
  await insertChallenge(db, challenge, { ...use, expires_at: new Date(clock.now() + challengeLifetimeMs) });
  return Uint8Array.from(Buffer.from(challenge, "base64url"));
}

function toDescriptor({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id.toString("base64url"), transports };
}

/** Build the options of a prompt that adds a passkey. Passkeys of the account on this host are excluded. */
export async function createPasskeyOptions(
  db: Queryable,
  { account_id, email, name }: SignedIn,
  audience: Audience,
  deps: PasskeyDeps,
) {
  const { generateRegistrationOptions } = await loadWebauthn();
  const passkeys = await selectPasskeys(db, { accountId: account_id, audience });
  return generateRegistrationOptions({
    rpName: "Souk",
    rpID: getRelyingParty(deps, audience).rpId,
    userName: email,
    userDisplayName: name === "" ? email : name,
    userID: Uint8Array.from(Buffer.from(String(account_id))),
    challenge: await createChallenge(db, { purpose: "add", audience, account_id }, deps),
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: passkeys.map(toDescriptor),
  });
}

/** Build the options of a passkey prompt. Without an account, every passkey of the host is accepted; otherwise only the account's. */
export async function createPromptOptions(db: Queryable, use: ChallengeUse, deps: PasskeyDeps) {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const { account_id, audience } = use;
  const passkeys = account_id === null ? [] : await selectPasskeys(db, { accountId: account_id, audience });
  return generateAuthenticationOptions({
    rpID: getRelyingParty(deps, audience).rpId,
    challenge: await createChallenge(db, use, deps),
    userVerification: "required",
    allowCredentials: passkeys.map(toDescriptor),
  });
}

/** Return the result of a check, or null if the check throws. SimpleWebAuthn throws for every response that it does not accept. */
async function catchAsNull<T>(check: Promise<T>): Promise<T | null> {
  return check.catch(() => null);
}

/**
 * Add the passkey that a browser has created. From then on, the password alone is not enough to sign in.
 * @returns the recovery codes if the passkey is the account's first factor, otherwise null; `rejected` if the response is not valid
 * @throws ApiError `conflict` if the account has the maximum number of passkeys, or if the passkey has already been added
 */
export async function addPasskey(
  database: Database,
  signedIn: SignedIn,
  input: { credential: RegistrationResponseJSON; audience: Audience; name: string },
  deps: PasskeyDeps,
): Promise<readonly string[] | null | "rejected"> {
  const { account_id } = signedIn;
  const { credential: response, audience, name } = input;
  const now = new Date(deps.clock.now());
  const expectedChallenge = getChallenge(response);
  if (!(await redeemChallenge(database, expectedChallenge, { purpose: "add", audience, account_id, now })))
    return "rejected";
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { origin: expectedOrigin, rpId: expectedRPID } = getRelyingParty(deps, audience);
  const result = await catchAsNull(
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
    }),
  );
  if (!result?.verified) return "rejected";
  const { credential } = result.registrationInfo;
  return database.transaction(async (tx) => {
    await lockAccount(tx, account_id);
    if ((await countPasskeys(tx, account_id)) >= maxPasskeys)
      throwApiError("conflict", { message: `An account can have at most ${maxPasskeys} passkeys.` });
    const recoveryCodes = await prepareNewFactor(tx, signedIn, `a passkey (${name})`, deps);
    const isNew = await insertPasskey(tx, {
      account_id,
      audience,
      name,
      credential_id: Buffer.from(credential.id, "base64url"),
      public_key: Buffer.from(credential.publicKey),
      signature_count: credential.counter,
      transports: credential.transports ?? [],
      created_at: now,
    });
    if (!isNew) throwApiError("conflict", { message: "This passkey has already been added." });
    return recoveryCodes;
  });
}

/**
 * Check a passkey that a browser has used. The challenge is used up in any case.
 * @returns the id of the passkey's account, or null if the passkey is not accepted
 */
export async function checkPasskey(
  database: Database,
  response: AuthenticationResponseJSON,
  use: ChallengeUse,
  deps: PasskeyDeps,
): Promise<number | null> {
  const now = new Date(deps.clock.now());
  const expectedChallenge = getChallenge(response);
  if (!(await redeemChallenge(database, expectedChallenge, { ...use, now }))) return null;
  const { audience, account_id } = use;
  const passkey = await selectPasskey(database, {
    credentialId: Buffer.from(response.id, "base64url"),
    audience,
  });
  if (passkey === null || (account_id !== null && passkey.account_id !== account_id)) return null;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { origin: expectedOrigin, rpId: expectedRPID } = getRelyingParty(deps, audience);
  const { public_key, signature_count: counter } = passkey;
  const result = await catchAsNull(
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      credential: { id: response.id, publicKey: Uint8Array.from(public_key), counter },
    }),
  );
  if (!result?.verified) return null;
  const { newCounter: signatureCount } = result.authenticationInfo;
  const isAccepted = await recordPasskeyUse(database, { id: passkey.id, signatureCount, usedAt: now });
  return isAccepted ? passkey.account_id : null;
}

/** Remove a passkey of the signed-in person, if they have it. */
export async function removePasskey(
  database: Database,
  signedIn: SignedIn,
  id: number,
  deps: PasskeyDeps,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockAccount(tx, signedIn.account_id);
    const name = await deletePasskey(tx, { id, accountId: signedIn.account_id });
    if (name !== null) await finishFactorRemoval(tx, signedIn, `the passkey (${name})`, deps);
  });
}
