import { ApiError } from "@souk/client";
import type { AppContext } from "../context.ts";
import { createRedirect } from "../pages/create-redirect.ts";
import { createPlainPage } from "../pages/plain-page.ts";
import type { Installation } from "../stores/token-store.ts";
import { type SignedQuery, verifySignedQuery } from "../verify/verify-signed-query.ts";
import { buildAuthorizeUrl, buildInstalledUrl } from "./authorize-url.ts";
import { deriveCodeVerifier } from "./code-verifier.ts";
import { exchangeCode } from "./exchange-code.ts";
import { createFailedPage } from "./failed-page.ts";
import { findStateSecret } from "./state.ts";
import { createUnverifiedPage } from "./unverified-page.ts";

/** The functions that the caller of `completeInstallation` provides. */
export interface CompleteCallbacks {
  /** Called after an installation is stored. `isFirst` is false if the app was already installed in the store. */
  onInstalled(installation: Installation, isFirst: boolean): Promise<void>;
}

/**
 * Handle a request to the Redirection URL (INS-20, INS-22): verify the signature and the state, exchange the code for a
 * token, store the installation, call `onInstalled`, and redirect to the installed app in the admin.
 */
export async function completeInstallation(
  request: Request,
  callbacks: CompleteCallbacks,
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
  const { shop, parameters } = signedQuery;
  const state = parameters.get("state") ?? "";
  const stateSecret = findStateSecret(state, { shop, now, secrets });
  // guard sdk-state: with `false as boolean` instead of `stateSecret === null`, installation-lifecycle.test.ts fails at `INS-20`
  if (stateSecret === null) return createUnverifiedPage(request, "bad_state", adminDomain);
  const code = parameters.get("code") ?? "";
  if (code === "") return createUnverifiedPage(request, "missing_code", adminDomain);
  try {
    const code_verifier = deriveCodeVerifier(state, stateSecret);
    await install({ signedQuery, code, code_verifier }, callbacks, context);
  } catch (error) {
    return handleError(error, signedQuery, context);
  }
  return createRedirect(buildInstalledUrl(signedQuery, context));
}

/** Exchange the code for a token, store the installation and call `onInstalled`. */
async function install(
  { signedQuery, ...grant }: { signedQuery: SignedQuery; code: string; code_verifier: string },
  callbacks: CompleteCallbacks,
  context: AppContext,
): Promise<void> {
  const { shop, host_url, origin, signed_at } = signedQuery;
  const { access_token, scope } = await exchangeCode({ ...grant, origin }, context.settings, context.send);
  const isFirst = (await context.store.load(shop)) === null;
  // Use the platform's clock, because this time is compared with the time of an uninstallation, which is also by that clock.
  const installed_at = signed_at.toISOString();
  const installation = { shop, host_url, access_token, scope, installed_at, subscribed: "" };
  await context.store.save(installation);
  await callbacks.onInstalled(installation, isFirst);
}

/** Create the response to an error of the installation. Only unexpected errors are reported. */
function handleError(error: unknown, signedQuery: SignedQuery, context: AppContext): Response {
  const code = error instanceof ApiError ? error.code : null;
  // The same URL was loaded twice. If the first load did not install the app, the app's page in the admin asks for consent
  // again.
  if (code === "code_already_redeemed") return createRedirect(buildInstalledUrl(signedQuery, context));
  if (code === "redeem_timeout")
    return createPlainPage({
      status: 400,
      title: "This approval has expired",
      sentences: ["An approval is valid for five minutes. Approve the app again."],
      link: { url: buildAuthorizeUrl(signedQuery, context), text: "Approve again" },
    });
  context.report({ where: "install", shop: signedQuery.shop, error });
  return createFailedPage();
}
