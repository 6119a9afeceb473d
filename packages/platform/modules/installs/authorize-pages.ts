import type { Database } from "@souk/database";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import type { Html } from "../../infrastructure/routing/html.ts";
import {
  buildStorePath,
  type PageCall,
  type PageResponse,
  type PageRoute,
} from "../../infrastructure/routing/page.ts";
import { buildVerifyPath, isRecentlyVerified } from "../../infrastructure/routing/step-up.ts";
import { canManageApps } from "./app-access.ts";
import { type AuthorizeRequest, readAuthorizeRequest } from "./authorize-request.ts";
import {
  renderAskOwnerBody,
  renderConsentBody,
  renderDeclinedBody,
  renderProblemBody,
  renderRetryBody,
} from "./consent-page.ts";
import { type Consent, createConsentToken, verifyConsentToken } from "./consent-token.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { issueCode } from "./issue-code.ts";
import {
  type AuthorizeValidation,
  type ConsentRequest,
  validateAuthorizeRequest,
} from "./validate-authorize-request.ts";

/** A member's request for the authorize page of a store. */
interface Visit {
  call: PageCall;
  store: Store;
  signedIn: SignedIn;
}

function buildPage({ call, signedIn }: Visit, status: number, title: string, body: Html): PageResponse {
  return { status, html: renderPage({ title, nonce: call.nonce, body, signedIn }) };
}

function buildProblemPage(visit: Visit, validation: AuthorizeValidation & { ok: false }): PageResponse {
  const { problem } = validation;
  return buildPage(visit, problem.status, problem.heading, renderProblemBody(problem, visit.store));
}

function buildAskOwnerPage(visit: Visit, consentRequest: ConsentRequest): PageResponse {
  return buildPage(visit, 403, "Ask the store owner", renderAskOwnerBody(consentRequest));
}

/**
 * Build the consent page for a valid authorize request. If the request cannot be approved, build a page that says why. If the member
 * must first verify who they are, redirect to the page for that.
 */
async function showConsentPage(database: Database, visit: Visit, deps: InstallsDeps): Promise<PageResponse> {
  const { call, store, signedIn } = visit;
  const parseResult = readAuthorizeRequest(call.query);
  if (!parseResult.ok) return buildProblemPage(visit, parseResult);
  const validation = await validateAuthorizeRequest(database, parseResult.request, store.id);
  if (!validation.ok) return buildProblemPage(visit, validation);
  const { consentRequest } = validation;
  if (!canManageApps(signedIn)) return buildAskOwnerPage(visit, consentRequest);

  const { app, scopes, redirect_uri, state, code_challenge } = consentRequest;
  const consent = {
    store_id: store.id,
    app_id: app.id,
    client_id: app.client_id,
    scopes,
    redirect_uri,
    state,
    code_challenge,
  };
  // guard step-up-before-consent: without it, step-up-of-consent.test.ts fails
  if (!isRecentlyVerified(signedIn, deps.clock.now())) return redirectToVerify(store, consent);
  const signer = { keys: deps.consentKeys, session_hash: signedIn.session_hash };
  const consent_token = createConsentToken(consent, signer, {
    nowMs: deps.clock.now(),
    random: deps.random,
  });
  const { csrf_token } = signedIn;
  return {
    ...buildPage(
      visit,
      200,
      `Install ${app.name}`,
      renderConsentBody({ consentRequest, store, csrf_token, consent_token }),
    ),
    formOrigins: listRedirectSchemes(deps),
  };
}

/**
 * List the URL schemes to which the browser may be redirected after Approve. Chromium applies `form-action` to every redirect
 * that follows a form's POST, including redirects by the app. The origins to which an app redirects are unknown, so
 * only schemes can be listed (docs/decisions/0004-consent-redirect.md).
 */
function listRedirectSchemes({ addresses }: InstallsDeps): string[] {
  return addresses.scheme === "https" ? ["https:"] : ["https:", "http:"];
}

/** Handle the posted consent form: redirect to the app with a code, or show a page that says what happened instead. */
async function handleDecision(database: Database, visit: Visit, deps: InstallsDeps): Promise<PageResponse> {
  const { call, store, signedIn } = visit;
  const signer = { keys: deps.consentKeys, session_hash: signedIn.session_hash };
  const verdict = verifyConsentToken(call.form.get("consent") ?? "", signer, deps.clock.now());
  if (!verdict.ok && verdict.reason === "invalid") return buildInvalidFormPage(visit);
  const { consent } = verdict;
  if (consent.store_id !== store.id) return buildInvalidFormPage(visit);
  if (!verdict.ok) return buildExpiredPage(visit, consent);
  // The app may have changed since the page was shown, so the request is validated again.
  const validation = await validateAuthorizeRequest(database, toAuthorizeRequest(consent), store.id);
  if (!validation.ok) return buildProblemPage(visit, validation);
  if (!canManageApps(signedIn)) return buildAskOwnerPage(visit, validation.consentRequest);

  const { app, grantedScopes } = validation.consentRequest;
  const decision = call.form.get("decision");
  if (decision === "refuse")
    return buildPage(visit, 200, "Canceled", renderDeclinedBody(app.name, grantedScopes !== null, store));
  if (decision !== "approve") return buildInvalidFormPage(visit);
  // guard step-up-of-consent: without it, step-up-of-consent.test.ts fails
  if (!isRecentlyVerified(signedIn, deps.clock.now())) return redirectToVerify(store, consent);
  const approval = { consent, consent_hash: verdict.hash, account_id: signedIn.account_id, store };
  const redirect = await issueCode(database, approval, deps);
  return redirect === null ? buildAlreadyApprovedPage(visit, consent) : { redirect };
}

/** Redirect a person to the page where they prove once more who they are, and from there back to the consent page. */
function redirectToVerify(store: Store, consent: Consent): PageResponse {
  return { redirect: buildVerifyPath(buildAuthorizePath(store, consent)) };
}

/** Build the path of the consent page that shows this consent. */
function buildAuthorizePath({ handle }: Store, consent: Consent): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(toAuthorizeRequest(consent)))
    if (value !== null) query.set(name, value);
  return `/${handle}/oauth/authorize?${query}`;
}

function toAuthorizeRequest({ scopes, code_challenge, ...consent }: Consent): AuthorizeRequest {
  const { client_id, redirect_uri, state } = consent;
  const code_challenge_method = code_challenge === null ? null : "S256";
  return { client_id, redirect_uri, scope: scopes.join(","), state, code_challenge, code_challenge_method };
}

function buildInvalidFormPage(visit: Visit): PageResponse {
  const heading = "This form is not valid";
  const message = "This form does not belong to your current session, so nothing was installed or changed.";
  const link = { href: visit.store.host_url, label: `Back to ${visit.store.domain}` };
  return buildPage(visit, 400, heading, renderRetryBody({ heading, message }, link));
}

function buildExpiredPage(visit: Visit, consent: Consent): PageResponse {
  const heading = "This page has expired";
  const message = "For your security, this page is valid for ten minutes. Nothing was installed or changed.";
  const link = { href: buildAuthorizePath(visit.store, consent), label: "Reload the page" };
  return buildPage(visit, 400, heading, renderRetryBody({ heading, message }, link));
}

function buildAlreadyApprovedPage(visit: Visit, consent: Consent): PageResponse {
  const heading = "You already approved this request";
  const message = "This form was already submitted. You can continue to the app.";
  const href = buildStorePath(visit.store, "/apps/install/$client_id", { client_id: consent.client_id });
  return buildPage(
    visit,
    409,
    heading,
    renderRetryBody({ heading, message }, { href, label: "Continue to the app" }),
  );
}

/** Create the routes of the authorize page, which shows an app's request and handles the merchant's decision (INS-3 to INS-7). */
export function createAuthorizePages(deps: InstallsDeps): PageRoute[] {
  const route = { host: "admin", path: "/:store/oauth/authorize", visitor: "member" } as const;
  const serveMember =
    (
      serve: (database: Database, visit: Visit, deps: InstallsDeps) => Promise<PageResponse>,
    ): PageRoute["handle"] =>
    async (database, call) =>
      call.store && call.signed_in
        ? serve(database, { call, store: call.store, signedIn: call.signed_in }, deps)
        : { redirect: "/sign-in" };
  return [
    { ...route, method: "GET", handle: serveMember(showConsentPage) },
    { ...route, method: "POST", throttle: "people", handle: serveMember(handleDecision) },
  ];
}
