import type { Database } from "@souk/database";
import { page } from "../../pages/layout.ts";
import type { SignedIn, Store } from "../../routing/call.ts";
import type { Html } from "../../routing/html.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../routing/page.ts";
import { type AuthorizeRequest, readAuthorizeRequest } from "./authorize-request.ts";
import { againBody, askSomebodyBody, consentBody, problemBody, refusedBody } from "./consent-page.ts";
import { type Consent, openConsent, sealConsent } from "./consent-token.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { issueCode } from "./issue-code.ts";
import { type AuthorizeQuestion, type JudgedAuthorize, judgeAuthorize } from "./judge-authorize.ts";
import { mayManage } from "./merchant-rights.ts";

/** A member of the store on one of these pages. */
interface Visit {
  call: PageCall;
  store: Store;
  signedIn: SignedIn;
}

function answer({ call, signedIn }: Visit, status: number, title: string, body: Html): PageAnswer {
  return { status, html: page({ title, nonce: call.nonce, body, signedIn }) };
}

function refused(visit: Visit, judged: JudgedAuthorize & { ok: false }): PageAnswer {
  const { problem } = judged;
  return answer(visit, problem.status, problem.heading, problemBody(problem, visit.store));
}

function asks(visit: Visit, question: AuthorizeQuestion): PageAnswer {
  return answer(visit, 403, "Ask the owner of this shop", askSomebodyBody(question));
}

async function show(database: Database, visit: Visit, wiring: InstallsWiring): Promise<PageAnswer> {
  const { call, store, signedIn } = visit;
  const read = readAuthorizeRequest(call.query);
  if (!read.ok) return refused(visit, read);
  const judged = await judgeAuthorize(database, read.request, store.id);
  if (!judged.ok) return refused(visit, judged);
  const { question } = judged;
  if (!mayManage(signedIn)) return asks(visit, question);

  const { app, scopes, redirect_uri, state } = question;
  const consent = {
    store_id: store.id,
    app_id: app.id,
    client_id: app.client_id,
    scopes,
    redirect_uri,
    state,
  };
  const seal = { key: wiring.consentKey, session_hash: signedIn.session_hash };
  const consent_token = sealConsent(consent, seal, { nowMs: wiring.clock.now(), random: wiring.random });
  const { csrf_token } = signedIn;
  return {
    ...answer(visit, 200, `Install ${app.name}`, consentBody({ question, store, csrf_token, consent_token })),
    formOrigins: redirectSchemes(wiring),
  };
}

/**
 * Where the redirect after Approve may lead. Chromium holds every redirect that follows a form's POST to form-action, also
 * those that the app answers with, so their origins cannot be listed (docs/decisions/0004-consent-redirect.md).
 */
function redirectSchemes({ addresses }: InstallsWiring): string[] {
  return addresses.scheme === "https" ? ["https:"] : ["https:", "http:"];
}

async function decide(database: Database, visit: Visit, wiring: InstallsWiring): Promise<PageAnswer> {
  const { call, store, signedIn } = visit;
  const seal = { key: wiring.consentKey, session_hash: signedIn.session_hash };
  const opened = openConsent(call.form.get("consent") ?? "", seal, wiring.clock.now());
  if (!opened.ok && opened.reason === "not_ours") return notOurs(visit);
  const { consent } = opened;
  if (consent.store_id !== store.id) return notOurs(visit);
  if (!opened.ok) return tooLate(visit, consent);
  // The app may have changed since the page was shown; what is granted must be right now.
  const judged = await judgeAuthorize(database, requestOf(consent), store.id);
  if (!judged.ok) return refused(visit, judged);
  if (!mayManage(signedIn)) return asks(visit, judged.question);

  const { app, granted } = judged.question;
  const decision = call.form.get("decision");
  if (decision === "refuse")
    return answer(visit, 200, "Refused", refusedBody(app.name, granted !== null, store));
  if (decision !== "approve") return notOurs(visit);
  const approval = { consent, consent_hash: opened.hash, account_id: signedIn.account_id, store };
  const redirect = await issueCode(database, approval, wiring);
  return redirect === null ? usedAlready(visit, consent) : { redirect };
}

function requestOf({ client_id, redirect_uri, scopes, state }: Consent): AuthorizeRequest {
  return { client_id, redirect_uri, scope: scopes.join(","), state };
}

function notOurs(visit: Visit): PageAnswer {
  const heading = "This form is not valid";
  const message = "It is not one that was shown to you in this session. Nothing was installed or changed.";
  const link = { href: visit.store.host_url, label: `Back to ${visit.store.domain}` };
  return answer(visit, 400, heading, againBody({ heading, message }, link));
}

function tooLate(visit: Visit, consent: Consent): PageAnswer {
  const heading = "This page was open too long";
  const message = "For your safety it counts for ten minutes. Nothing was installed or changed.";
  const { client_id, redirect_uri, scopes, state } = consent;
  const query = new URLSearchParams({ client_id, scope: scopes.join(","), redirect_uri });
  if (state !== null) query.set("state", state);
  const link = { href: `/${visit.store.handle}/oauth/authorize?${query}`, label: "Show it again" };
  return answer(visit, 400, heading, againBody({ heading, message }, link));
}

function usedAlready(visit: Visit, consent: Consent): PageAnswer {
  const heading = "You have answered this already";
  const message = "This form was sent before; it counts once. You can go on to the app.";
  const href = `/${visit.store.handle}/apps/install/${consent.client_id}`;
  return answer(visit, 409, heading, againBody({ heading, message }, { href, label: "Go on to the app" }));
}

/** The authorize page: what an app asks for, and the merchant's answer (INS-3 to INS-7). */
export function authorizePages(wiring: InstallsWiring): PageRoute[] {
  const place = { host: "admin", path: "/:store/oauth/authorize", visitor: "member" } as const;
  const visiting =
    (
      serve: (database: Database, visit: Visit, wiring: InstallsWiring) => Promise<PageAnswer>,
    ): PageRoute["handle"] =>
    async (database, call) =>
      call.store && call.signed_in
        ? serve(database, { call, store: call.store, signedIn: call.signed_in }, wiring)
        : { redirect: "/sign-in" };
  return [
    { ...place, method: "GET", handle: visiting(show) },
    { ...place, method: "POST", guarded: true, handle: visiting(decide) },
  ];
}
