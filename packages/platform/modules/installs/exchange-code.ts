import {
  type ErrorCode,
  type OperationBody,
  type OperationResponse,
  type operations,
  throwApiError,
} from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { equalInConstantTime } from "@souk/signing";
import type { Store } from "../../infrastructure/routing/call.ts";
import { appIsSuspended } from "../../infrastructure/suspension.ts";
import { type AppRow, findAppByClientId } from "./app-lookup.ts";
import { type CodeState, codeState, linkCode, redeemCode, type SentCode } from "./code-store.ts";
import { insertOrExtend, selectInstallationOfApp } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { hashToken, readOpaqueToken } from "./opaque-token.ts";
import { removeInstallation } from "./remove-installation.ts";
import { issueAccessToken } from "./token-store.ts";

type TokenRequest = OperationBody<typeof operations.exchangeToken>;
type TokenAnswer = OperationResponse<typeof operations.exchangeToken>;

/** A request to exchange a code, at the hostname of a store. */
export interface Exchange {
  body: TokenRequest;
  store: Pick<Store, "id">;
  request_id: string;
  client_address: string;
}

const errorByCodeState: Readonly<Record<CodeState, ErrorCode>> = {
  unknown: "client_not_granted",
  redeemed: "code_already_redeemed",
  expired: "redeem_timeout",
};

/**
 * Exchange an authorization code for an access token (INS-8 to INS-12).
 *
 * The client is checked first: a wrong one learns nothing about a code and leaves it redeemable. Then the
 * code is redeemed, the installation created or extended by the approved scopes, and the token created, in
 * one transaction.
 *
 * @throws ApiError `client_not_granted` also for a code that is unknown, another app's or another store's;
 *   `code_already_redeemed`; `redeem_timeout`; `app_disabled` while the app is suspended, and the code stays
 *   redeemable
 */
export async function exchangeCode(
  database: Database,
  exchange: Exchange,
  deps: InstallsDeps,
): Promise<TokenAnswer> {
  const app = await grantedClient(database, exchange.body, deps);
  const code = readOpaqueToken("code", exchange.body.code);
  if (app === null || code === null) return throwApiError("client_not_granted");
  if (app.suspended_at !== null) throwApiError("app_disabled", { message: appIsSuspended(app.name) });
  const sent: SentCode = { hash: hashToken(code), app_id: app.id, store_id: exchange.store.id };
  const answer = await database.transaction((tx) => redeem(tx, sent, deps), { repeatable: true });
  if (typeof answer !== "string") return answer;
  if (answer === "redeemed") reportReuse(sent, exchange, deps);
  return throwApiError(errorByCodeState[answer]);
}

/**
 * Find the app whose id and secret were sent, or null. During a rotation both secrets are compared, in
 * constant time.
 */
async function grantedClient(
  database: Database,
  { client_id, client_secret }: TokenRequest,
  { secrets, clock }: InstallsDeps,
): Promise<AppRow | null> {
  const app = await findAppByClientId(database, client_id);
  const known = app === null ? null : await secrets.loadSecrets(database, app.id, new Date(clock.now()));
  const matches = (known?.accepted ?? []).map((secret) => equalInConstantTime(secret, client_secret));
  return app !== null && matches.includes(true) ? app : null;
}

async function redeem(tx: Transaction, sent: SentCode, deps: InstallsDeps): Promise<TokenAnswer | CodeState> {
  const now = new Date(deps.clock.now());
  const scopes = await redeemCode(tx, sent, now);
  if (scopes === null) return codeState(tx, sent);
  const installation_id = await install(tx, { ...sent, scopes }, { ...deps, now });
  await linkCode(tx, sent.hash, installation_id);
  const grant = { installation_id, store_id: sent.store_id, scopes };
  return { access_token: await issueAccessToken(tx, grant, deps.random), scope: scopes.join(",") };
}

/**
 * Install the app, or extend its installation (INS-19). The rest of a former installation is removed first.
 */
async function install(
  tx: Transaction,
  grant: { store_id: number; app_id: number; scopes: readonly string[] },
  deps: InstallsDeps & { now: Date },
): Promise<number> {
  const made = await insertOrExtend(tx, grant, deps.now);
  if (made === null) {
    const leaving = await selectInstallationOfApp(tx, grant.store_id, grant.app_id);
    if (leaving !== null) await removeInstallation(tx, leaving.id, deps);
    return install(tx, grant, deps);
  }
  // An app/uninstall that arrived now would make the app delete the token it is about to get.
  if (made.created) await deps.deliveries.cancelUninstallNotice(tx, grant);
  return made.id;
}

function reportReuse(sent: SentCode, { request_id, client_address }: Exchange, { log }: InstallsDeps): void {
  const { app_id, store_id } = sent;
  const event = { security_event: "code_reused", app_id, store_id, request_id, client_address };
  log.warn(event, "An authorization code was sent again after it was redeemed.");
}
