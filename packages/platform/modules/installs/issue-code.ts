import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { insertCode } from "./code-store.ts";
import type { Consent } from "./consent-token.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { createToken, hashToken } from "./opaque-token.ts";
import { buildStoreParameters, signedAddress } from "./signed-address.ts";

/** An approval: the content of the form, the person, and the form's hash. */
export interface Approval {
  consent: Consent;
  consent_hash: Buffer;
  account_id: number;
  store: Pick<Store, "id" | "domain" | "host_url">;
}

/**
 * Create the code of an approval.
 *
 * @returns the signed Redirection URL that takes it to the app (INS-6); null when this form has created one
 *   already
 */
export async function issueCode(
  db: Queryable,
  { consent, consent_hash, account_id, store }: Approval,
  { clock, random, secrets }: Pick<InstallsDeps, "clock" | "random" | "secrets">,
): Promise<string | null> {
  const nowMs = clock.now();
  const now = new Date(nowMs);
  const known = await secrets.loadSecrets(db, consent.app_id, now);
  if (known === null) throw new Error(`The app ${consent.app_id} has no client secret to sign with.`);
  const code = createToken("code", random);
  const { app_id, scopes, redirect_uri, state } = consent;
  const grant = { app_id, store_id: store.id, account_id, scopes, redirect_uri, consent_hash };
  if (!(await insertCode(db, { ...grant, hash: hashToken(code), now }))) return null;
  const parameters = { ...buildStoreParameters(store, nowMs), code, ...(state === null ? {} : { state }) };
  return signedAddress(redirect_uri, parameters, known.signing);
}
