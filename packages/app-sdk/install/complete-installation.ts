import { ApiError } from "@souk/client";
import type { Ground } from "../ground.ts";
import { plainPage } from "../pages/plain-page.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import type { Installation } from "../stores/token-store.ts";
import { type SignedQuery, verifySignedQuery } from "../verify/verify-signed-query.ts";
import { authorizeAddress, installedAddress } from "./authorize-address.ts";
import { exchangeCode } from "./exchange-code.ts";
import { failedPage } from "./failed-page.ts";
import { refusedPage } from "./refused-page.ts";
import { isStateOf } from "./state.ts";

export interface CompleteRules {
  /** Told of a stored installation; `first` is false when the shop was known. */
  installed(installation: Installation, first: boolean): Promise<void>;
}

/**
 * Answers the Redirection URL: checks the signature and the state, exchanges the code at the shop, stores token and shop,
 * subscribes, and goes to the installed app in the admin (INS-20, INS-22).
 */
export async function completeInstallation(
  request: Request,
  rules: CompleteRules,
  ground: Ground,
): Promise<Response> {
  const { secrets, storeDomainSuffix } = ground.settings;
  const now = ground.now();
  const signed = verifySignedQuery(new URL(request.url).search, { secrets, storeDomainSuffix, now });
  if (!signed.ok) return refusedPage(request, signed.reason, storeDomainSuffix);
  const { shop, parameters } = signed;
  if (!isStateOf(parameters.get("state") ?? "", { shop, now, secrets }))
    return refusedPage(request, "bad_state", storeDomainSuffix);
  const code = parameters.get("code") ?? "";
  if (code === "") return refusedPage(request, "missing_code", storeDomainSuffix);
  try {
    await install({ signed, code }, rules, ground);
  } catch (error) {
    return failed(error, signed, ground);
  }
  return redirectTo(installedAddress(signed, ground));
}

async function install(
  { signed, code }: { signed: SignedQuery; code: string },
  rules: CompleteRules,
  ground: Ground,
): Promise<void> {
  const { shop, host_url, origin, signed_at } = signed;
  const { access_token, scope } = await exchangeCode({ code, origin }, ground.settings, ground.send);
  const first = (await ground.store.load(shop)) === null;
  // By the platform's clock, to be compared with the time of an uninstallation.
  const installed_at = signed_at.toISOString();
  const installation = { shop, host_url, access_token, scope, installed_at, subscribed: "" };
  await ground.store.save(installation);
  await rules.installed(installation, first);
}

function failed(error: unknown, signed: SignedQuery, ground: Ground): Response {
  const code = error instanceof ApiError ? error.code : null;
  // The same address was loaded twice: the first time has installed the app, or the admin's page will ask for it again.
  if (code === "code_already_redeemed") return redirectTo(installedAddress(signed, ground));
  if (code === "redeem_timeout")
    return plainPage({
      status: 400,
      title: "The consent has expired",
      sentences: ["An approval counts for five minutes. Please approve once more."],
      link: { url: authorizeAddress(signed, ground), text: "Approve once more" },
    });
  ground.report({ where: "install", shop: signed.shop, error });
  return failedPage();
}
