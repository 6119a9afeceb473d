import type { PageContext } from "../app-options.ts";
import type { AppContext } from "../context.ts";
import { createStoreClient, sendAs } from "../store-api/store-client.ts";
import { amendInstallation } from "../stores/amend-installation.ts";
import type { Installation } from "../stores/token-store.ts";
import { type SignedQuery, verifySignedQuery } from "../verify/verify-signed-query.ts";
import { beginAuthorization } from "./begin-authorization.ts";
import { createFailedPage } from "./failed-page.ts";
import { makeFramable } from "./framable.ts";
import { unverifiedPage } from "./unverified-page.ts";

export interface OpenRules {
  page(context: PageContext): Response | Promise<Response>;
  /** Update the store's subscriptions if they are out of date. */
  keepSubscribed(installation: Installation): Promise<void>;
}

/**
 * Answer a load of the App URL: check the signature on every load (INS-23), show the app to a known store (INS-21), and send to
 * consent an unknown store (INS-22) and one that granted less than the app requests now.
 */
export async function openPage(request: Request, rules: OpenRules, context: AppContext): Promise<Response> {
  const { secrets, storeDomainSuffix } = context.settings;
  const now = context.now();
  const signed = verifySignedQuery(new URL(request.url).search, { secrets, storeDomainSuffix, now });
  if (!signed.ok) return unverifiedPage(request, signed.reason, storeDomainSuffix);
  try {
    return await handleSigned(request, signed, { rules, context });
  } catch (error) {
    context.report({ where: "page", shop: signed.shop, error });
    // The merchant sees an empty frame where the page of a failure may not be framed.
    return makeFramable(createFailedPage(), new URL(signed.host_url).origin);
  }
}

async function handleSigned(
  request: Request,
  signed: SignedQuery,
  { rules, context }: { rules: OpenRules; context: AppContext },
): Promise<Response> {
  const installation = await context.store.load(signed.shop);
  if (
    installation === null ||
    !coversScopes(installation, context) ||
    !(await isAlive(request, installation, context))
  )
    return beginAuthorization(request, signed, context);
  // `host_url` contains the scheme and port of the store's API; in development they change.
  const current =
    installation.host_url === signed.host_url
      ? installation
      : await amendInstallation(installation, { host_url: signed.host_url }, context.store);
  await rules.keepSubscribed(current);
  return await show({ request, signed, installation: current }, rules, context);
}

async function show(
  { request, signed, installation }: { request: Request; signed: SignedQuery; installation: Installation },
  rules: OpenRules,
  context: AppContext,
): Promise<Response> {
  const { shop, host_url, parameters } = signed;
  const { access_token: _, ...shown } = installation;
  const admin = new URL(host_url).origin;
  const bridge_url = `${admin}/app-bridge.js`;
  const api = createStoreClient(shop, context);
  try {
    const pageContext = { request, shop, host_url, parameters, installation: shown, bridge_url, api };
    return makeFramable(await rules.page(pageContext), admin);
  } catch (error) {
    // The token was revoked without a notice (INS-17): the page could not be built, and the store must consent again.
    if ((await context.store.load(shop)) === null) return beginAuthorization(request, signed, context);
    throw error;
  }
}

function coversScopes({ scope }: Installation, { settings }: AppContext): boolean {
  const granted = new Set(scope.split(","));
  return settings.scopes.every((required) => granted.has(required));
}

/** The time limit for the check in milliseconds, so that opening a page stays fast. */
const checkTimeoutMs = 2_000;

/**
 * Return whether the token is still valid. An app that was disabled and then removed gets no notice (INS-17). When the merchant
 * installs it again, the store is still known, in a top-level window; only there one call checks the token.
 */
async function isAlive(request: Request, installation: Installation, context: AppContext): Promise<boolean> {
  if (request.headers.get("sec-fetch-dest") === "iframe") return true;
  try {
    const signal = AbortSignal.timeout(checkTimeoutMs);
    await sendAs(installation, context)("/api/3.0/webhooks/count.json", { method: "GET", signal });
  } catch {
    return true;
  }
  // guard: sdk-silent-removal with `true` for `(await context.store.load(installation.shop)) !== null`: installation-lifecycle.test.ts without notice
  return (await context.store.load(installation.shop)) !== null;
}
