import {
  type ErrorCode,
  type OperationBody,
  type OperationResponse,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { isEqualInConstantTime } from "@souk/signing";
import type { RequestClient } from "../../infrastructure/routing/actor.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildAppSuspendedMessage } from "../../infrastructure/suspension.ts";
import { getSecretHint } from "../partners/index.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { type AppRow, findAppByClientId } from "./app-lookup.ts";
import {
  type CodeKey,
  type CodeRejectionReason,
  findCodeRejectionReason,
  redeemCode,
  setCodeInstallation,
} from "./code-store.ts";
import { insertOrExtendInstallation, selectInstallationOfApp } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { hashToken, parseOpaqueToken } from "./opaque-token.ts";
import { computeChallenge } from "./pkce.ts";
import { removeInstallation } from "./remove-installation.ts";
import { issueAccessToken } from "./token-store.ts";

type TokenRequest = OperationBody<typeof operations.exchangeToken>;
type TokenResponse = OperationResponse<typeof operations.exchangeToken>;

/** A request to exchange a code, at the hostname of a store. */
export interface Exchange {
  body: TokenRequest;
  store: Pick<Store, "id">;
  request_id: string;
  client_address: string;
  user_agent: string;
}

const errorByRejectionReason: Readonly<
  Record<Exclude<CodeRejectionReason, "verifier_missing" | "wrong_verifier">, ErrorCode>
> = {
  unknown: "client_not_granted",
  redeemed: "code_already_redeemed",
  expired: "redeem_timeout",
};

/**
 * Exchange an authorization code for an access token (INS-8 to INS-12).
 *
 * The client is authenticated first, so that a wrong client learns nothing about a code and cannot use it up. Then
 * one transaction redeems the code, creates the installation or adds the approved scopes to it, and creates the
 * token.
 *
 * @throws ApiError `client_not_granted` for a wrong client, and for a code that is unknown or belongs to another app
 *   or store; `code_already_redeemed`; `redeem_timeout`; `invalid` for a `code_verifier` that is missing or does not match
 *   the code; `app_disabled` while the app is suspended. After `invalid` and `app_disabled`, the code is still redeemable.
 */
export async function exchangeCode(
  database: Database,
  exchange: Exchange,
  deps: InstallsDeps,
): Promise<TokenResponse> {
  const app = await findAuthenticatedApp(database, exchange.body, deps);
  const code = parseOpaqueToken("code", exchange.body.code);
  if (app === null || code === null) return throwApiError("client_not_granted");
  if (app.suspended_at !== null)
    throwApiError("app_disabled", { message: buildAppSuspendedMessage(app.name) });
  const { code_verifier } = exchange.body;
  const code_challenge = code_verifier === undefined ? null : computeChallenge(code_verifier);
  const key: CodeKey = { hash: hashToken(code), app_id: app.id, store_id: exchange.store.id, code_challenge };
  const requestClient = toRequestClient(exchange);
  const result = await database.transaction((tx) => redeemAndInstall(tx, { key, requestClient }, deps), {
    retryable: true,
  });
  if (typeof result !== "string") return result;
  if (result === "redeemed") {
    const { app_id, store_id } = key;
    await recordSecurityEvent(database, { kind: "code_reused", app_id, store_id, client: requestClient });
  }
  if (result === "verifier_missing") return throwFieldError("code_verifier", "required");
  if (result === "wrong_verifier")
    return throwFieldError(
      "code_verifier",
      "not_allowed",
      {},
      "{field} does not match the code_challenge of the authorize request.",
    );
  return throwApiError(errorByRejectionReason[result]);
}

/**
 * Find the app with the sent client id, and record that it used the sent client secret. Return null if there is no such app,
 * or if the secret is wrong. During a rotation, the old and the new secret are accepted. Secrets are compared in constant time.
 */
async function findAuthenticatedApp(
  database: Database,
  { client_id, client_secret }: TokenRequest,
  { secrets, clock }: InstallsDeps,
): Promise<AppRow | null> {
  const now = new Date(clock.now());
  const app = await findAppByClientId(database, client_id);
  const appSecrets = app === null ? null : await secrets.loadSecrets(database, app.id, now);
  const matches = (appSecrets?.accepted ?? []).map((secret) => isEqualInConstantTime(secret, client_secret));
  if (app === null || appSecrets === null || !matches.includes(true)) return null;
  await secrets.recordUse(database, { app_id: app.id, hint: getSecretHint(client_secret) }, now);
  return app;
}

/** Redeem a code, and create the installation and the token. @returns the token, or why the code cannot be redeemed */
async function redeemAndInstall(
  tx: Transaction,
  { key, requestClient }: { key: CodeKey; requestClient: RequestClient },
  deps: InstallsDeps,
): Promise<TokenResponse | CodeRejectionReason> {
  const now = new Date(deps.clock.now());
  const approval = await redeemCode(tx, key, now);
  if (approval === null) return findCodeRejectionReason(tx, key);
  const { scopes, account_id } = approval;
  const { id: installation_id, is_created } = await ensureInstalled(tx, { ...key, scopes }, { ...deps, now });
  await recordSecurityEvent(tx, {
    kind: is_created ? "app_installed" : "app_scopes_changed",
    store_id: key.store_id,
    app_id: key.app_id,
    account_id,
    // The actor is the person who approved the scopes, although the app's server sends this request.
    actor: { kind: "account", id: String(account_id) },
    client: { request_id: requestClient.request_id, client_address: "", user_agent: "" },
    details: { scopes, server_address: requestClient.client_address },
  });
  await setCodeInstallation(tx, key.hash, installation_id);
  const grant = { installation_id, store_id: key.store_id, scopes };
  return { access_token: await issueAccessToken(tx, grant, deps.random), scope: scopes.join(",") };
}

/**
 * Install the app, or add scopes to its installation (INS-19). If the app is still being uninstalled, finish
 * the uninstall first.
 */
async function ensureInstalled(
  tx: Transaction,
  grant: { store_id: number; app_id: number; scopes: readonly string[] },
  deps: InstallsDeps & { now: Date },
): Promise<{ id: number; is_created: boolean }> {
  const installation = await insertOrExtendInstallation(tx, grant, deps.now);
  if (installation === null) {
    const uninstallingInstallation = await selectInstallationOfApp(tx, grant.store_id, grant.app_id);
    if (uninstallingInstallation !== null) await removeInstallation(tx, uninstallingInstallation.id, deps);
    return ensureInstalled(tx, grant, deps);
  }
  // If the app received a late app/uninstall notice, it would delete the token that it gets now.
  if (installation.is_created) await deps.deliveries.cancelUninstallNotice(tx, grant);
  return installation;
}

function toRequestClient({ request_id, client_address, user_agent }: Exchange): RequestClient {
  return { request_id, client_address, user_agent };
}
