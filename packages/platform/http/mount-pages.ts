import { type ApiError, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { actingAs } from "../infrastructure/acting-as.ts";
import { formatTooManyAttempts } from "../infrastructure/format-too-many-attempts.ts";
import { fillNotice, publicDevelopmentNotice, renderPage } from "../infrastructure/pages/layout.ts";
import type { Actor } from "../infrastructure/routing/actor.ts";
import type { SignedIn, Store } from "../infrastructure/routing/call.ts";
import { html } from "../infrastructure/routing/html.ts";
import type { PageCall, PageResponse, PageRoute, PanelResponse } from "../infrastructure/routing/page.ts";
import { buildVerifyPath, isRecentlyVerified } from "../infrastructure/routing/step-up.ts";
import type { Config } from "../runtime/config/index.ts";
import type { RandomText } from "../runtime/random.ts";
import type { AllowedMethods } from "./allowed-methods.ts";
import { consumeAttempt } from "./attempt-limits.ts";
import { findStoreOfMember, readSession } from "./authenticate.ts";
import {
  type Audience,
  buildSessionCookies,
  deviceCookieName,
  pendingCookieNames,
  readCookie,
} from "./cookies.ts";
import { buildErrorResponse, toApiError } from "./errors.ts";
import { buildForeignCookieRemovals } from "./foreign-cookies.ts";
import { assertCsrfToken, assertNavigation, assertOwnOrigin } from "./own-origin.ts";
import { buildPageHeaders } from "./page-headers.ts";
import { assertNoNul, parseQuery, readForm } from "./page-input.ts";
import { buildPanelData, type PanelFolders, renderPanelHtml } from "./panels/index.ts";
import type { PipelineDeps } from "./pipeline.ts";
import { setFailure } from "./report-failures.ts";
import { findWorkOwner } from "./run-use-case.ts";

export interface PageDeps extends PipelineDeps {
  /** The accepted methods of every operation and page. */
  allowedMethods: AllowedMethods;
  randomText: RandomText;
  mode: Config["mode"];
  /** Whether this is a development server that others can reach. If so, every page has a notice. */
  isPublicDevelopment: boolean;
  panels: PanelFolders;
  /** Load a store's name for its pages. Operations do not need it. */
  loadStoreName(storeId: number): Promise<string>;
}

interface Visitor {
  signed_in: SignedIn | null;
  store: Store | null;
}

function getAudience({ host }: PageRoute): Audience {
  return host === "partners" ? "partners" : "admin";
}

function getOrigin(route: PageRoute, deps: PageDeps): string {
  return getAudience(route) === "partners" ? deps.addresses.partnersOrigin : deps.addresses.adminOrigin;
}

async function readVisitor(request: FastifyRequest, route: PageRoute, deps: PageDeps): Promise<Visitor> {
  if (route.host !== "admin" && route.host !== "partners") return { signed_in: null, store: null };
  const signedIn = await readSession(request, deps.callers, route.host);
  const handle = (request.params as Record<string, string>).store;
  if (handle === undefined || signedIn === null) return { signed_in: signedIn, store: null };
  const membership = await findStoreOfMember(deps.callers, signedIn, handle);
  if (membership === null) return { signed_in: signedIn, store: null };
  const { store, ...rights } = membership;
  return { signed_in: { ...signedIn, ...rights }, store };
}

async function handlePage(
  request: FastifyRequest,
  route: PageRoute,
  deps: PageDeps,
  nonce: string,
): Promise<ServedPage> {
  const origin = getOrigin(route, deps);
  // Check this first, so that forms sent by other sites do not use up the attempts of the person at this IP address.
  // guard own-origin-of-forms: without it, e2e/forged-consent.test.ts fails at `P33: a form that an attacker.s page submits`
  if (request.method === "POST") assertOwnOrigin(request, origin);
  else if (route.host === "admin" || route.host === "partners") assertNavigation(request);
  if (route.throttle && request.method === "POST") {
    const rateState = consumeAttempt(deps.ipRateLimiters, route.throttle, {
      name: route.path,
      address: request.ip,
    });
    if (!rateState.isAllowed) throwApiError("rate_limited", { retry_after_s: rateState.retryAfterSeconds });
  }
  assertNoNul(Object.values(request.params as Record<string, string>));
  const visitor = await readVisitor(request, route, deps);
  if (route.visitor !== "anyone" && visitor.signed_in === null) {
    const returnPath = request.method === "POST" ? "/" : request.url;
    return { redirect: `${origin}/sign-in?return_to=${encodeURIComponent(returnPath)}` };
  }
  if (route.visitor === "member" && visitor.store === null) throwApiError("store_not_found");
  if (route.visitor === "staff" && !visitor.signed_in?.is_staff)
    throwApiError("not_found", { message: pageNotFoundMessage });
  const form = readForm(request);
  if (request.method === "POST" && visitor.signed_in)
    assertCsrfToken(form.get("csrf_token"), visitor.signed_in.csrf_token);
  const requiredPath =
    visitor.signed_in && findRequiredPath(request, route, { signedIn: visitor.signed_in, deps });
  if (requiredPath) return { redirect: requiredPath };
  const call: PageCall = {
    request_id: request.id,
    url: request.url,
    store: visitor.store,
    signed_in: visitor.signed_in,
    params: request.params as Record<string, string>,
    query: parseQuery(request),
    form,
    pending_id: readCookie(request.headers.cookie, pendingCookieNames[getAudience(route)]),
    client_address: request.ip,
    user_agent: request.headers["user-agent"] ?? "",
    device_id: readCookie(request.headers.cookie, deviceCookieName),
    nonce,
  };
  const render = () => route.handle(withActor(deps.database, call), call);
  const owner = findWorkOwner({ ...visitor, installation: null });
  deps.knownCallers.remember(request, { ...visitor, installation: null });
  // A posted form may wait for other work, such as hashing a password. It must not take up a database slot while it waits.
  const response =
    owner === null || request.method === "POST" ? await render() : await deps.workShares.run(owner, render);
  return "panel" in response ? renderPanel(response, call, deps) : response;
}

/** Find the path of the account page that a signed-in person must visit before this page. Return null if there is none. */
function findRequiredPath(
  request: FastifyRequest,
  { path, needsStepUp }: PageRoute,
  { signedIn, deps }: { signedIn: SignedIn; deps: PageDeps },
): string | null {
  // guard factor-of-staff-on-pages: without it, staff-factors.test.ts fails
  if (signedIn.must_add_factor && !path.startsWith("/account/") && path !== "/sign-out")
    return "/account/security";
  // guard step-up-of-pages: with `true` instead of `isRecentlyVerified(signedIn, deps.clock.now())`, http/step-up.test.ts fails
  if (!needsStepUp || isRecentlyVerified(signedIn, deps.clock.now())) return null;
  // After the verification, the browser does not send a posted form again. The person returns to the security page instead.
  return buildVerifyPath(request.method === "POST" ? "/account/security" : request.url);
}

/** Return the database with the signed-in person as the actor of every change. */
function withActor(database: Database, call: PageCall): Database {
  const { signed_in, request_id, client_address, user_agent } = call;
  if (signed_in === null) return database;
  const actor: Actor = { kind: "account", id: String(signed_in.account_id), scopes: new Set() };
  return actingAs(database, { actor, request_id, client_address, user_agent });
}

/** A page ready to send. If the page is a panel, `frameOrigin` is the origin that it may show in a frame. */
type ServedPage = Exclude<PageResponse, PanelResponse> & { panel?: { frameOrigin: string | undefined } };

const notBuiltHtml = html`<h1>The admin pages are not built</h1>
<p>Run <code>npm run build</code> where Souk is installed, then reload this page.</p>`;

async function renderPanel(response: PanelResponse, call: PageCall, deps: PageDeps): Promise<ServedPage> {
  const { nonce, signed_in, store } = call;
  if (signed_in === null) return { redirect: "/sign-in" };
  const storeWithName = store && { ...store, name: await deps.loadStoreName(store.id) };
  const data = buildPanelData({ signed_in, store: storeWithName }, deps);
  const panelHtml = await renderPanelHtml(deps.panels[response.panel], { nonce, data });
  if (panelHtml === null)
    return {
      status: 503,
      html: renderPage({ title: "The admin pages are not built", nonce, body: notBuiltHtml }),
    };
  return { status: response.status, html: panelHtml, panel: { frameOrigin: response.frameOrigin } };
}

const pageNotFoundMessage = "This page does not exist.";

const csrfMessage =
  "This form does not belong to your current session, so nothing was changed. Reload the page and try again.";

/** Return the message for a person. The API's own messages for `csrf_failed` and `rate_limited` address programmers. */
function formatMessage({ code, message, details }: ApiError): string {
  if (code === "csrf_failed") return csrfMessage;
  return code === "rate_limited" ? formatTooManyAttempts(details.retry_after_s ?? 1) : message;
}

const errorTitles: Readonly<Record<number, string>> = {
  404: "Page not found",
  429: "Wait before you try again",
};

const goBackHint = "Then go back in your browser: the form still has what you entered.";

/** Render an error as an HTML page that says what to do next. */
function renderErrorPage(apiError: ApiError, requestId: string, nonce: string): ServedPage {
  const title = errorTitles[apiError.status] ?? "Something went wrong";
  const hint = apiError.code === "rate_limited" ? html`<p>${goBackHint}</p>` : "";
  const body = html`<h1>${title}</h1><p>${formatMessage(apiError)}</p>${hint}
    <p><a class="button quiet" href="/">Go home</a></p><p class="soft">Request ${requestId}</p>`;
  return { status: apiError.status, html: renderPage({ title, nonce, body }) };
}

/** Create the route of the 404 page on a host that people visit in a browser. */
function createNotFoundRoute(host: PageRoute["host"]): PageRoute {
  return {
    host,
    method: "GET",
    path: "/*",
    visitor: "anyone",
    handle: async () => throwApiError("not_found", { message: pageNotFoundMessage }),
  };
}

/**
 * Mount server-rendered pages with their headers, sessions and CSRF checks. Then reject, with 405, all methods
 * that are not registered for a path.
 */
export function mountPages(server: FastifyInstance, routes: readonly PageRoute[], deps: PageDeps): void {
  const { allowedMethods } = deps;
  for (const route of routes) {
    server.route({
      method: allowedMethods.register(route.host, route.path, route.method),
      url: route.path,
      constraints: { surface: route.host },
      handler: (request, reply) => servePage(request, reply, route, deps),
    });
  }
  allowedMethods.rejectOtherMethods(server);
  for (const host of ["admin", "partners", "apex"] as const) {
    const route = createNotFoundRoute(host);
    server.route({
      method: ["GET", "HEAD"],
      url: route.path,
      constraints: { surface: host },
      handler: (request, reply) => {
        allowedMethods.rejectWrongMethod(request, reply);
        return acceptsHtml(request) ? servePage(request, reply, route, deps) : reply.callNotFound();
      },
    });
  }
}

/** Return whether the Accept header contains text/html, which browsers send. Other clients get JSON errors. */
function acceptsHtml(request: FastifyRequest): boolean {
  return request.headers.accept?.includes("text/html") ?? false;
}

function buildHeaders(response: ServedPage, nonce: string, { addresses }: PageDeps): Record<string, string> {
  const { formOrigins = [], panel } = response;
  return buildPageHeaders({
    nonce,
    formOrigins,
    framesEmail: "framesEmail" in response,
    runsScript: "runsScript" in response,
    ...(panel ? { panel: { ...panel, filesOrigin: addresses.filesOrigin } } : {}),
  });
}

async function servePage(
  request: FastifyRequest,
  reply: FastifyReply,
  route: PageRoute,
  deps: PageDeps,
): Promise<FastifyReply> {
  const nonce = deps.randomText(16);
  const response = await handlePage(request, route, deps, nonce).catch((error: unknown): ServedPage => {
    const apiError = toApiError(error);
    setFailure(request, { apiError, error });
    if (apiError.code === "internal") deps.report(error, request);
    reply.headers(buildErrorResponse(apiError, request.id).headers);
    return renderErrorPage(apiError, request.id, nonce);
  });
  reply.headers(buildHeaders(response, nonce, deps));
  const { addresses, clock } = deps;
  const domain = route.host === "store" ? addresses.domain : addresses.adminDomain;
  const scope = { domain, path: request.url.split("?")[0] ?? "/" };
  const removals = buildForeignCookieRemovals(request.headers.cookie, scope, clock.now());
  if (removals.length > 0) reply.header("set-cookie", removals);
  if (response.session)
    reply.header("set-cookie", buildSessionCookies(getAudience(route), response.session, clock.now()));
  if (response.retryAfterSeconds !== undefined)
    reply.header("retry-after", String(Math.ceil(response.retryAfterSeconds)));
  if (request.method === "POST") deps.wake();
  if ("redirect" in response) return reply.code(303).header("location", response.redirect).send("");
  if (response.refreshTo !== undefined) reply.header("refresh", `0; url=${response.refreshTo}`);
  const notice = deps.isPublicDevelopment ? publicDevelopmentNotice : null;
  return reply.code(response.status).send(fillNotice(response.html, notice));
}
