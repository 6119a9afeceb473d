import type { Scope } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { buildAppSuspendedMessage } from "../../infrastructure/suspension.ts";
import { type AppRow, findAppByClientId } from "./app-lookup.ts";
import {
  type AuthorizeProblem,
  type AuthorizeRequest,
  createProblem,
  findStateError,
  readScopes,
  truncateText,
} from "./authorize-request.ts";
import { findChallengeError } from "./pkce.ts";

/** A valid request to authorize, which the consent page shows to the merchant. */
export interface ConsentRequest {
  app: AppRow;
  store_name: string;
  scopes: Scope[];
  /** The scopes that the app already has in this store; null if it is not installed. */
  grantedScopes: ReadonlySet<string> | null;
  redirect_uri: string;
  state: string | null;
  /** The PKCE challenge of the request (RFC 7636, S256); null without one. */
  code_challenge: string | null;
}

/** A valid request to authorize, or why it is rejected. */
export type AuthorizeValidation =
  | { ok: true; consentRequest: ConsentRequest }
  | { ok: false; problem: AuthorizeProblem };

interface StoreInstallation {
  /** The name of the store. */
  name: string;
  /** Whether the store is suspended. */
  suspended: boolean;
  /** The status of the installation; null if the app is not installed. */
  status: "enabled" | "disabled" | "uninstalling" | null;
  /** The scopes of the installation; null if the app is not installed. */
  scopes: string[] | null;
}

/**
 * Validate a request to authorize: the app, its `redirect_uri`, scopes and state, the store, and the app's installation.
 *
 * The `redirect_uri` must be exactly equal to a registered one (INS-4). It is not normalized, because two parsers could
 * normalize it differently.
 */
export async function validateAuthorizeRequest(
  db: Queryable,
  request: AuthorizeRequest,
  storeId: number,
): Promise<AuthorizeValidation> {
  const app = await findAppByClientId(db, request.client_id);
  if (app === null || (app.kind === "custom" && app.store_id !== storeId))
    return createProblem(
      "App not found",
      `No app has the client ID "${truncateText(request.client_id)}".`,
      404,
    );
  if (app.kind === "custom")
    return createProblem(
      "This app is already set up",
      `${app.name} is a custom app of this store and already has its access token.`,
    );
  if (app.suspended_at !== null)
    return createProblem(
      "This app is suspended",
      `${buildAppSuspendedMessage(app.name)} It cannot be installed until the suspension is lifted.`,
    );
  // guard exact-redirect-uri: with `app.redirection_urls.some((url) => request.redirect_uri.startsWith(url))` instead of `app.redirection_urls.includes(request.redirect_uri)`, redirect-uri.test.ts fails
  if (!app.redirection_urls.includes(request.redirect_uri))
    return createProblem("This install link is not valid", describeRedirectUriProblem(app, request));
  const scopesResult = readScopes(request.scope);
  if (!scopesResult.ok) return scopesResult;
  const stateError = findStateError(request.state);
  if (stateError !== null) return createProblem("This install link is not valid", stateError);

  const challengeError = findChallengeError(request);
  if (challengeError !== null) return createProblem("This install link is not valid", challengeError);
  // guard required-pkce: without it, pkce.test.ts fails
  if (app.requires_pkce && request.code_challenge === null)
    return createProblem(
      "This install link is not valid",
      `${app.name} requires PKCE, so the code_challenge parameter is required.`,
    );

  const storeInstallation = await loadStoreInstallation(db, storeId, app.id);
  if (storeInstallation.suspended)
    return createProblem(
      "This store is suspended",
      "Apps cannot be installed in this store until the suspension is lifted.",
    );
  if (storeInstallation.status === "disabled")
    return createProblem(
      "This app is disabled",
      `${app.name} is disabled in this store. Enable it, then try again.`,
    );
  const grantedScopes = storeInstallation.status === "enabled" ? new Set(storeInstallation.scopes) : null;
  const { redirect_uri, state, code_challenge } = request;
  const parameters = { scopes: scopesResult.scopes, redirect_uri, state, code_challenge };
  const store_name = storeInstallation.name;
  return { ok: true, consentRequest: { app, store_name, grantedScopes, ...parameters } };
}

function describeRedirectUriProblem(app: AppRow, { redirect_uri }: AuthorizeRequest): string {
  if (redirect_uri === "")
    return "The redirect_uri parameter is missing. Ask the app's developer for a new link.";
  return `The redirect_uri "${truncateText(redirect_uri)}" is not registered for ${app.name}, so nothing was sent to it. Ask the app's developer for a new link.`;
}

/** Load the name and suspension of a store, and the app's installation in it. */
async function loadStoreInstallation(
  db: Queryable,
  storeId: number,
  appId: number,
): Promise<StoreInstallation> {
  const row = await db.maybeOne<StoreInstallation>(
    `select store.name, store.suspended_at is not null as suspended, installation.status, installation.scopes
     from stores store left join installations installation
       on installation.store_id = store.id and installation.app_id = $2 and installation.status <> 'uninstalled'
     where store.id = $1`,
    [storeId, appId],
  );
  return row ?? { name: "", suspended: true, status: null, scopes: null };
}
