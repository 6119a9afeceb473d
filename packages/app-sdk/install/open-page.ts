import type { PageContext } from "../app-options.ts";
import type { AppContext } from "../context.ts";
import { createInstallationSend, createStoreClient } from "../store-api/store-client.ts";
import type { Installation } from "../stores/token-store.ts";
import { updateInstallation } from "../stores/update-installation.ts";
import { type SignedQuery, verifySignedQuery } from "../verify/verify-signed-query.ts";
import { beginAuthorization } from "./begin-authorization.ts";
import { createFailedPage } from "./failed-page.ts";
import { makeFramable } from "./framable.ts";
import { createUnverifiedPage } from "./unverified-page.ts";

/** What `openPage` calls when the signature of a page load is valid. */
export interface OpenPageHandlers {
  page(context: PageContext): Response | Promise<Response>;
  /** Update the store's subscriptions if they are out of date. */
  syncSubscriptions(installation: Installation): Promise<void>;
}

/**
 * Handle a load of the App URL. The signature is verified on every load (INS-23). A store that has the app installed gets
 * the app's page (INS-21). A new store (INS-22), or one that granted fewer scopes than the app requests, gets the consent
 * page.
 */
export async function openPage(
  request: Request,
  handlers: OpenPageHandlers,
  context: AppContext,
): Promise<Response> {
  const { secrets, storeDomainSuffix, adminDomain } = context.settings;
  const now = context.now();
  const signedQuery = verifySignedQuery(new URL(request.url).search, {
    secrets,
    storeDomainSuffix,
    adminDomain,
    now,
  });
  if (!signedQuery.ok) return createUnverifiedPage(request, signedQuery.reason, adminDomain);
  try {
    return await handleSignedQuery(request, signedQuery, { handlers, context });
  } catch (error) {
    context.report({ where: "page", shop: signedQuery.shop, error });
    // The error page must be framable, because otherwise the merchant would see an empty frame.
    return makeFramable(createFailedPage(), new URL(signedQuery.host_url).origin);
  }
}

/** Respond with the app's page, or with the consent page if the store has no valid installation with all scopes. */
async function handleSignedQuery(
  request: Request,
  signedQuery: SignedQuery,
  { handlers, context }: { handlers: OpenPageHandlers; context: AppContext },
): Promise<Response> {
  const installation = await context.store.load(signedQuery.shop);
  if (
    installation === null ||
    !hasAllScopes(installation, context) ||
    !(await isTokenValid(request, installation, context))
  )
    return beginAuthorization(request, signedQuery, context);
  // Store the current `host_url`, because it contains the scheme and port of the store's API, which can change in development.
  const currentInstallation =
    installation.host_url === signedQuery.host_url
      ? installation
      : await updateInstallation(installation, { host_url: signedQuery.host_url }, context.store);
  await handlers.syncSubscriptions(currentInstallation);
  return await renderPage({ request, signedQuery, installation: currentInstallation }, handlers, context);
}

/** Call the app's `page` and prepare its response for the frame in the admin. */
async function renderPage(
  {
    request,
    signedQuery,
    installation,
  }: { request: Request; signedQuery: SignedQuery; installation: Installation },
  handlers: OpenPageHandlers,
  context: AppContext,
): Promise<Response> {
  const { shop, host_url, parameters } = signedQuery;
  const { access_token: _, ...publicInstallation } = installation;
  const adminOrigin = new URL(host_url).origin;
  const bridge_url = `${adminOrigin}/app-bridge.js`;
  const api = createStoreClient(shop, context);
  try {
    const pageContext = {
      request,
      shop,
      host_url,
      parameters,
      installation: publicInstallation,
      bridge_url,
      api,
    };
    return makeFramable(await handlers.page(pageContext), adminOrigin);
  } catch (error) {
    // If the token was revoked without a notice (INS-17), the page's API call has failed and deleted the installation. In
    // this case, the merchant must consent again.
    if ((await context.store.load(shop)) === null) return beginAuthorization(request, signedQuery, context);
    throw error;
  }
}

function hasAllScopes({ scope }: Installation, { settings }: AppContext): boolean {
  const grantedScopes = new Set(scope.split(","));
  return settings.scopes.every((requiredScope) => grantedScopes.has(requiredScope));
}

/** The time limit of the token check, in milliseconds. It is short, so that a page opens fast even if the platform is slow. */
const checkTimeoutMs = 2_000;

/**
 * Return whether an installation's token is still valid. An app that was disabled and then removed gets no notice (INS-17),
 * so its installation is still stored when the merchant installs it again. Apps are installed in a top-level window, so the
 * token is checked, with one API call, only for a load in a top-level window.
 */
async function isTokenValid(
  request: Request,
  installation: Installation,
  context: AppContext,
): Promise<boolean> {
  if (request.headers.get("sec-fetch-dest") === "iframe") return true;
  try {
    const signal = AbortSignal.timeout(checkTimeoutMs);
    // If the platform rejects the token, this call also removes the installation from the store.
    await createInstallationSend(installation, context)("/api/3.0/webhooks/count.json", {
      method: "GET",
      signal,
    });
  } catch {
    // The platform did not respond, so it has not rejected the token.
    return true;
  }
  // guard sdk-silent-removal: with `true` instead of `(await context.store.load(installation.shop)) !== null`, installation-lifecycle.test.ts fails at `without a notice`
  return (await context.store.load(installation.shop)) !== null;
}
