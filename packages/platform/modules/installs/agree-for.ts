import { createHash } from "node:crypto";
import type { Database } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { readAuthorizeRequest } from "./authorize-request.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { issueCode } from "./issue-code.ts";
import { judgeAuthorize } from "./judge-authorize.ts";

/** What starting an installation and agreeing to it needs. */
export type AgreementWiring = Pick<InstallsWiring, "clock" | "random" | "secrets">;

/**
 * Agrees for somebody to what an app asks for, without the consent page: for apps that the platform itself brings along.
 *
 * @param order `address`: where the app has sent the browser to
 * @returns the signed Redirection URL (INS-6)
 * @throws Error where the consent page would refuse
 */
export async function agreeFor(
  database: Database,
  { address, store, account_id }: { address: string; store: Store; account_id: number },
  wiring: AgreementWiring,
): Promise<string> {
  const read = readAuthorizeRequest([...new URL(address).searchParams]);
  if (!read.ok) throw new Error(read.problem.message);
  const judged = await judgeAuthorize(database, read.request, store.id);
  if (!judged.ok) throw new Error(judged.problem.message);
  const { app, scopes, redirect_uri, state } = judged.question;
  const { id: app_id, client_id } = app;
  const consent = { store_id: store.id, app_id, client_id, scopes, redirect_uri, state };
  // The app's state is new each time, so the address stands for a form that counts once.
  const consent_hash = createHash("sha256").update(address).digest();
  const redirect = await issueCode(database, { consent, consent_hash, account_id, store }, wiring);
  if (redirect === null) throw new Error("This was agreed to before.");
  return redirect;
}
