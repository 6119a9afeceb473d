import { createHash } from "node:crypto";
import type { Database } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { readAuthorizeRequest } from "./authorize-request.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { issueCode } from "./issue-code.ts";
import { validateAuthorizeRequest } from "./validate-authorize-request.ts";

/**
 * Approve an app's request on behalf of a person, without the consent page: for apps that the platform itself
 * brings along.
 *
 * @param order `address`: where the app has redirected the browser
 * @returns the signed Redirection URL (INS-6)
 * @throws Error where the consent page would reject the request
 */
export async function grantOnBehalf(
  database: Database,
  { address, store, account_id }: { address: string; store: Store; account_id: number },
  deps: Pick<InstallsDeps, "clock" | "random" | "secrets">,
): Promise<string> {
  const read = readAuthorizeRequest([...new URL(address).searchParams]);
  if (!read.ok) throw new Error(read.problem.message);
  const validation = await validateAuthorizeRequest(database, read.request, store.id);
  if (!validation.ok) throw new Error(validation.problem.message);
  const { app, scopes, redirect_uri, state } = validation.question;
  const { id: app_id, client_id } = app;
  const consent = { store_id: store.id, app_id, client_id, scopes, redirect_uri, state };
  // The app's state is new each time, so the address stands for a form that counts once.
  const consent_hash = createHash("sha256").update(address).digest();
  const redirect = await issueCode(database, { consent, consent_hash, account_id, store }, deps);
  if (redirect === null) throw new Error("This was agreed to before.");
  return redirect;
}
