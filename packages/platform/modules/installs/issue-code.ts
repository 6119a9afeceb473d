import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { insertCode } from "./code-store.ts";
import type { Consent } from "./consent-token.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { createToken, hashToken } from "./opaque-token.ts";
import { shopParameters, signedAddress } from "./signed-address.ts";

/** An approval: what was shown, by whom, on which form. */
export interface Approval {
  consent: Consent;
  consent_hash: Buffer;
  account_id: number;
  store: Pick<Store, "id" | "domain" | "host_url">;
}

/**
 * Makes the code of an approval.
 *
 * @returns the signed Redirection URL that takes it to the app (INS-6); null when this form has made one already
 */
export async function issueCode(
  run: Queryable,
  { consent, consent_hash, account_id, store }: Approval,
  { clock, random, secrets }: Pick<InstallsWiring, "clock" | "random" | "secrets">,
): Promise<string | null> {
  const nowMs = clock.now();
  const now = new Date(nowMs);
  const known = await secrets.secretsOf(run, consent.app_id, now);
  if (known === null) throw new Error(`The app ${consent.app_id} has no client secret to sign with.`);
  const code = createToken("code", random);
  const { app_id, scopes, redirect_uri, state } = consent;
  const grant = { app_id, store_id: store.id, account_id, scopes, redirect_uri, consent_hash };
  if (!(await insertCode(run, { ...grant, hash: hashToken(code), now }))) return null;
  const parameters = { ...shopParameters(store, nowMs), code, ...(state === null ? {} : { state }) };
  return signedAddress(redirect_uri, parameters, known.signing);
}
