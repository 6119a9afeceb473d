import type { Database } from "@souk/database";
import { page } from "../../infrastructure/pages/layout.ts";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import type { Html } from "../../infrastructure/routing/html.ts";
import {
  buildStorePath,
  type PageAnswer,
  type PageCall,
  type PageRoute,
} from "../../infrastructure/routing/page.ts";
import { type AuthorizeRequest, readAuthorizeRequest } from "./authorize-request.ts";
import { askOwnerBody, consentBody, declinedBody, problemBody, retryBody } from "./consent-page.ts";
import { type Consent, openConsent, sealConsent } from "./consent-token.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { issueCode } from "./issue-code.ts";
import { canManageApps } from "./merchant-rights.ts";
import {
  type AuthorizeQuestion,
  type AuthorizeValidation,
  validateAuthorizeRequest,
} from "./validate-authorize-request.ts";

/** A member of the store who visits one of these pages. */
interface Visit {
  call: PageCall;
  store: Store;
  signedIn: SignedIn;
}

function answer({ call, signedIn }: Visit, status: number, title: string, body: Html): PageAnswer {
  return { status, html: page({ title, nonce: call.nonce, body, signedIn }) };
}

function buildProblemPage(visit: Visit, validation: AuthorizeValidation & { ok: false }): PageAnswer {
  const { problem } = validation;
  return answer(visit, problem.status, problem.heading, problemBody(problem, visit.store));
}

function asks(visit: Visit, question: AuthorizeQuestion): PageAnswer {
  return answer(visit, 403, "Ask the store owner", askOwnerBody(question));
}

async function show(database: Database, visit: Visit, deps: InstallsDeps): Promise<PageAnswer> {
  const { call, store, signedIn } = visit;
  const read = readAuthorizeRequest(call.query);
  if (!read.ok) return buildProblemPage(visit, read);
  const validation = await validateAuthorizeRequest(database, read.request, store.id);
  if (!validation.ok) return buildProblemPage(visit, validation);
  const { question } = validation;
  if (!canManageApps(signedIn)) return asks(visit, question);

  const { app, scopes, redirect_uri, state } = question;
  const consent = {
    store_id: store.id,
    app_id: app.id,
    client_id: app.client_id,
    scopes,
    redirect_uri,
    state,
  };
  const seal = { key: deps.consentKey, session_hash: signedIn.session_hash };
  const consent_token = sealConsent(consent, seal, { nowMs: deps.clock.now(), random: deps.random });
  const { csrf_token } = signedIn;
  return {
    ...answer(visit, 200, `Install ${app.name}`, consentBody({ question, store, csrf_token, consent_token })),
    formOrigins: redirectSchemes(deps),
  };
}

/**
 * List the schemes to which the redirect after Approve may lead. Chromium applies form-action to every
 * redirect that follows a form's POST, also to the app's own, so their origins cannot be listed
 * (docs/decisions/0004-consent-redirect.md).
 */
function redirectSchemes({ addresses }: InstallsDeps): string[] {
  return addresses.scheme === "https" ? ["https:"] : ["https:", "http:"];
}

async function decide(database: Database, visit: Visit, deps: InstallsDeps): Promise<PageAnswer> {
  const { call, store, signedIn } = visit;
  const seal = { key: deps.consentKey, session_hash: signedIn.session_hash };
  const opened = openConsent(call.form.get("consent") ?? "", seal, deps.clock.now());
  if (!opened.ok && opened.reason === "not_ours") return notOurs(visit);
  const { consent } = opened;
  if (consent.store_id !== store.id) return notOurs(visit);
  if (!opened.ok) return tooLate(visit, consent);
  // The app may have changed since the page was shown; what is granted must be right now.
  const validation = await validateAuthorizeRequest(database, toAuthorizeRequest(consent), store.id);
  if (!validation.ok) return buildProblemPage(visit, validation);
  if (!canManageApps(signedIn)) return asks(visit, validation.question);

  const { app, granted } = validation.question;
  const decision = call.form.get("decision");
  if (decision === "refuse")
    return answer(visit, 200, "Cancelled", declinedBody(app.name, granted !== null, store));
  if (decision !== "approve") return notOurs(visit);
  const approval = { consent, consent_hash: opened.hash, account_id: signedIn.account_id, store };
  const redirect = await issueCode(database, approval, deps);
  return redirect === null ? usedAlready(visit, consent) : { redirect };
}

function toAuthorizeRequest({ client_id, redirect_uri, scopes, state }: Consent): AuthorizeRequest {
  return { client_id, redirect_uri, scope: scopes.join(","), state };
}

function notOurs(visit: Visit): PageAnswer {
  const heading = "This form is not valid";
  const message = "This form does not belong to your current session, so nothing was installed or changed.";
  const link = { href: visit.store.host_url, label: `Back to ${visit.store.domain}` };
  return answer(visit, 400, heading, retryBody({ heading, message }, link));
}

function tooLate(visit: Visit, consent: Consent): PageAnswer {
  const heading = "This page has expired";
  const message = "For your security, this page is valid for ten minutes. Nothing was installed or changed.";
  const { client_id, redirect_uri, scopes, state } = consent;
  const query = new URLSearchParams({ client_id, scope: scopes.join(","), redirect_uri });
  if (state !== null) query.set("state", state);
  const link = { href: `/${visit.store.handle}/oauth/authorize?${query}`, label: "Reload the page" };
  return answer(visit, 400, heading, retryBody({ heading, message }, link));
}

function usedAlready(visit: Visit, consent: Consent): PageAnswer {
  const heading = "You already approved this";
  const message = "This form was already submitted. You can continue to the app.";
  const href = buildStorePath(visit.store, "/apps/install/$client_id", { client_id: consent.client_id });
  return answer(visit, 409, heading, retryBody({ heading, message }, { href, label: "Continue to the app" }));
}

/** Create the authorize page: the app's request, and the merchant's decision (INS-3 to INS-7). */
export function authorizePages(deps: InstallsDeps): PageRoute[] {
  const place = { host: "admin", path: "/:store/oauth/authorize", visitor: "member" } as const;
  const visiting =
    (
      serve: (database: Database, visit: Visit, deps: InstallsDeps) => Promise<PageAnswer>,
    ): PageRoute["handle"] =>
    async (database, call) =>
      call.store && call.signed_in
        ? serve(database, { call, store: call.store, signedIn: call.signed_in }, deps)
        : { redirect: "/sign-in" };
  return [
    { ...place, method: "GET", handle: visiting(show) },
    { ...place, method: "POST", guarded: true, handle: visiting(decide) },
  ];
}
