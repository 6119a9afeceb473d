import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildSignedUrl, buildStoreParameters } from "./build-signed-url.ts";
import { insertCode } from "./code-store.ts";
import type { Consent } from "./consent-token.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { createToken, hashToken } from "./opaque-token.ts";

/** An approved consent form: what it grants, its hash, and who approved it for which store. */
export interface Approval {
  consent: Consent;
  consent_hash: Buffer;
  account_id: number;
  store: Pick<Store, "id" | "domain" | "host_url">;
}

/**
 * Create the authorization code for an approval.
 *
 * @returns the signed Redirection URL with the code (INS-6); null if a code was already created from the form
 */
export async function issueCode(
  db: Queryable,
  { consent, consent_hash, account_id, store }: Approval,
  { clock, random, secrets }: Pick<InstallsDeps, "clock" | "random" | "secrets">,
): Promise<string | null> {
  const nowMs = clock.now();
  const now = new Date(nowMs);
  const appSecrets = await secrets.loadSecrets(db, consent.app_id, now);
  if (appSecrets === null) throw new Error(`The app ${consent.app_id} has no client secret to sign with.`);
  const code = createToken("code", random);
  const { app_id, scopes, redirect_uri, state, code_challenge } = consent;
  const grant = {
    app_id,
    store_id: store.id,
    account_id,
    scopes,
    redirect_uri,
    code_challenge,
    consent_hash,
  };
  if (!(await insertCode(db, { ...grant, hash: hashToken(code), now }))) return null;
  const parameters = { ...buildStoreParameters(store, nowMs), code, ...(state === null ? {} : { state }) };
  return buildSignedUrl(redirect_uri, parameters, appSecrets.signing);
}
