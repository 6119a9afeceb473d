import type { PageContext } from "../app-options.ts";
import type { Ground } from "../ground.ts";
import { sendAs, shopClient } from "../shop-api/shop-client.ts";
import { amendInstallation } from "../stores/amend-installation.ts";
import type { Installation } from "../stores/token-store.ts";
import { type SignedQuery, verifySignedQuery } from "../verify/verify-signed-query.ts";
import { beginAuthorization } from "./begin-authorization.ts";
import { failedPage } from "./failed-page.ts";
import { framable } from "./framable.ts";
import { refusedPage } from "./refused-page.ts";

export interface OpenRules {
  page(context: PageContext): Response | Promise<Response>;
  /** Brings the shop's subscriptions up to date, where they are not. */
  keepSubscribed(installation: Installation): Promise<void>;
}

/**
 * Answers a load of the App URL: the signature is checked on every one (INS-23), a known shop sees the app (INS-21), an unknown
 * one is sent to consent (INS-22), and so is one that granted less than the app asks for now.
 */
export async function openPage(request: Request, rules: OpenRules, ground: Ground): Promise<Response> {
  const { secrets, storeDomainSuffix } = ground.settings;
  const now = ground.now();
  const signed = verifySignedQuery(new URL(request.url).search, { secrets, storeDomainSuffix, now });
  if (!signed.ok) return refusedPage(request, signed.reason, storeDomainSuffix);
  try {
    return await answerSigned(request, signed, { rules, ground });
  } catch (error) {
    ground.report({ where: "page", shop: signed.shop, error });
    // The merchant sees an empty frame where the page of a failure may not be framed.
    return framable(failedPage(), new URL(signed.host_url).origin);
  }
}

async function answerSigned(
  request: Request,
  signed: SignedQuery,
  { rules, ground }: { rules: OpenRules; ground: Ground },
): Promise<Response> {
  const installation = await ground.store.load(signed.shop);
  if (
    installation === null ||
    !coversScopes(installation, ground) ||
    !(await isAlive(request, installation, ground))
  )
    return beginAuthorization(request, signed, ground);
  // The scheme and port of the shop's API stand in `host_url`; in development they change.
  const current =
    installation.host_url === signed.host_url
      ? installation
      : await amendInstallation(installation, { host_url: signed.host_url }, ground.store);
  await rules.keepSubscribed(current);
  return await show({ request, signed, installation: current }, rules, ground);
}

async function show(
  { request, signed, installation }: { request: Request; signed: SignedQuery; installation: Installation },
  rules: OpenRules,
  ground: Ground,
): Promise<Response> {
  const { shop, host_url, parameters } = signed;
  const { access_token: _, ...shown } = installation;
  const admin = new URL(host_url).origin;
  const bridge_url = `${admin}/app-bridge.js`;
  const api = shopClient(shop, ground);
  try {
    const context = { request, shop, host_url, parameters, installation: shown, bridge_url, api };
    return framable(await rules.page(context), admin);
  } catch (error) {
    // The token died without a notice (INS-17): the page could not be made, and the shop has to agree again.
    if ((await ground.store.load(shop)) === null) return beginAuthorization(request, signed, ground);
    throw error;
  }
}

function coversScopes({ scope }: Installation, { settings }: Ground): boolean {
  const granted = new Set(scope.split(","));
  return settings.scopes.every((each) => granted.has(each));
}

/** An app is opened often and installed once: what a page waits for must be short. */
const longestCheckMs = 2_000;

/**
 * An app that was disabled and then removed is not told (INS-17). The merchant who installs it again arrives as somebody known,
 * in a window of their own; there, one call says whether the token still counts.
 */
async function isAlive(request: Request, installation: Installation, ground: Ground): Promise<boolean> {
  if (request.headers.get("sec-fetch-dest") === "iframe") return true;
  try {
    const signal = AbortSignal.timeout(longestCheckMs);
    await sendAs(installation, ground)("/api/3.0/webhooks/count.json", { method: "GET", signal });
  } catch {
    return true;
  }
  return (await ground.store.load(installation.shop)) !== null;
}
