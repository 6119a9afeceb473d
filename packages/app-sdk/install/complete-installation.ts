import { ApiError } from "@souk/client";
import type { AppContext } from "../context.ts";
import { plainPage } from "../pages/plain-page.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import type { Installation } from "../stores/token-store.ts";
import { type SignedQuery, verifySignedQuery } from "../verify/verify-signed-query.ts";
import { buildAuthorizeUrl, buildInstalledUrl } from "./authorize-address.ts";
import { exchangeCode } from "./exchange-code.ts";
import { createFailedPage } from "./failed-page.ts";
import { isValidState } from "./state.ts";
import { unverifiedPage } from "./unverified-page.ts";

export interface CompleteRules {
  /** Called after an installation is stored; `first` is false when the store was already known. */
  installed(installation: Installation, first: boolean): Promise<void>;
}

/**
 * Answer a request to the Redirection URL: check the signature and the state, exchange the code at the store, store token and
 * store, subscribe, and go to the installed app in the admin (INS-20, INS-22).
 */
export async function completeInstallation(
  request: Request,
  rules: CompleteRules,
  context: AppContext,
): Promise<Response> {
  const { secrets, storeDomainSuffix } = context.settings;
  const now = context.now();
  const signed = verifySignedQuery(new URL(request.url).search, { secrets, storeDomainSuffix, now });
  if (!signed.ok) return unverifiedPage(request, signed.reason, storeDomainSuffix);
  const { shop, parameters } = signed;
  // guard: sdk-state: installation-lifecycle.test.ts INS-20
  if (!isValidState(parameters.get("state") ?? "", { shop, now, secrets }))
    return unverifiedPage(request, "bad_state", storeDomainSuffix);
  const code = parameters.get("code") ?? "";
  if (code === "") return unverifiedPage(request, "missing_code", storeDomainSuffix);
  try {
    await install({ signed, code }, rules, context);
  } catch (error) {
    return handleError(error, signed, context);
  }
  return redirectTo(buildInstalledUrl(signed, context));
}

async function install(
  { signed, code }: { signed: SignedQuery; code: string },
  rules: CompleteRules,
  context: AppContext,
): Promise<void> {
  const { shop, host_url, origin, signed_at } = signed;
  const { access_token, scope } = await exchangeCode({ code, origin }, context.settings, context.send);
  const first = (await context.store.load(shop)) === null;
  // By the platform's clock, to be compared with the time of an uninstallation.
  const installed_at = signed_at.toISOString();
  const installation = { shop, host_url, access_token, scope, installed_at, subscribed: "" };
  await context.store.save(installation);
  await rules.installed(installation, first);
}

function handleError(error: unknown, signed: SignedQuery, context: AppContext): Response {
  const code = error instanceof ApiError ? error.code : null;
  // The same address was loaded twice: the first time has installed the app, or the admin's page will ask for it again.
  if (code === "code_already_redeemed") return redirectTo(buildInstalledUrl(signed, context));
  if (code === "redeem_timeout")
    return plainPage({
      status: 400,
      title: "This approval has expired",
      sentences: ["An approval is valid for five minutes. Approve the app again."],
      link: { url: buildAuthorizeUrl(signed, context), text: "Approve again" },
    });
  context.report({ where: "install", shop: signed.shop, error });
  return createFailedPage();
}
