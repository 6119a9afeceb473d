import { createHash } from "node:crypto";
import type { Database } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { readAuthorizeRequest } from "./authorize-request.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { issueCode } from "./issue-code.ts";
import { validateAuthorizeRequest } from "./validate-authorize-request.ts";

/**
 * Approve an app's request on behalf of a person, without the consent page. Use this only for apps that are part of
 * the platform.
 *
 * @param url the URL of the authorize page to which the app has redirected the browser
 * @returns the signed Redirection URL (INS-6)
 * @throws Error if the consent page would reject the request
 */
export async function grantOnBehalf(
  database: Database,
  { url, store, account_id }: { url: string; store: Store; account_id: number },
  deps: Pick<InstallsDeps, "clock" | "random" | "secrets">,
): Promise<string> {
  const parseResult = readAuthorizeRequest([...new URL(url).searchParams]);
  if (!parseResult.ok) throw new Error(parseResult.problem.message);
  const validation = await validateAuthorizeRequest(database, parseResult.request, store.id);
  if (!validation.ok) throw new Error(validation.problem.message);
  const { app, scopes, redirect_uri, state, code_challenge } = validation.consentRequest;
  const { id: app_id, client_id } = app;
  const consent = { store_id: store.id, app_id, client_id, scopes, redirect_uri, state, code_challenge };
  // The app's state makes each URL unique, so the URL's hash replaces the hash of a consent form.
  const consent_hash = createHash("sha256").update(url).digest();
  const redirect = await issueCode(database, { consent, consent_hash, account_id, store }, deps);
  if (redirect === null) throw new Error("This request was already approved.");
  return redirect;
}
