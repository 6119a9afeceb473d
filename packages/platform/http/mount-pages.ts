import { type ApiError, throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { actingAs } from "../infrastructure/acting-as.ts";
import { page } from "../infrastructure/pages/layout.ts";
import type { Actor } from "../infrastructure/routing/actor.ts";
import type { SignedIn, Store } from "../infrastructure/routing/call.ts";
import { html } from "../infrastructure/routing/html.ts";
import type { PageAnswer, PageCall, PageRoute, PanelAnswer } from "../infrastructure/routing/page.ts";
import type { Config } from "../runtime/config/index.ts";
import type { RandomText } from "../runtime/random.ts";
import type { AllowedMethods } from "./allowed-methods.ts";
import { readMembership, readSession } from "./authenticate.ts";
import { getNetwork } from "./client-network.ts";
import { sessionCookie } from "./cookies.ts";
import { errorAnswer, toApiError } from "./errors.ts";
import { assertCsrfToken, assertOwnOrigin } from "./own-page.ts";
import { pageHeaders } from "./page-headers.ts";
import { type PanelFolders, panelData, panelDocument } from "./panels/index.ts";
import type { PipelineDeps } from "./pipeline.ts";

export interface PageDeps extends PipelineDeps {
  /** The register of every operation and page. */
  allowedMethods: AllowedMethods;
  randomText: RandomText;
  mode: Config["mode"];
  panels: PanelFolders;
  /** Return a store's name, which serving an operation does not need. */
  storeName(storeId: number): Promise<string>;
  /** Log an error that is a bug, in full. */
  report(error: unknown, request: FastifyRequest): void;
}

interface Visitor {
  signed_in: SignedIn | null;
  store: Store | null;
}

function getOrigin(route: PageRoute, deps: PageDeps): string {
  return route.host === "partners" ? deps.addresses.partnersOrigin : deps.addresses.adminOrigin;
}

async function readVisitor(request: FastifyRequest, route: PageRoute, deps: PageDeps): Promise<Visitor> {
  if (route.host !== "admin" && route.host !== "partners") return { signed_in: null, store: null };
  const signedIn = await readSession(request, deps.callers, route.host);
  const handle = (request.params as Record<string, string>).store;
  if (handle === undefined || signedIn === null) return { signed_in: signedIn, store: null };
  const place = await readMembership(deps.callers, signedIn, handle);
  if (place === null) return { signed_in: signedIn, store: null };
  const { store, role, scopes } = place;
  return { signed_in: { ...signedIn, role, scopes }, store };
}

function assertNoNul(values: readonly string[]): void {
  if (values.some((value) => value.includes("\0"))) {
    throwApiError("malformed_request", { message: "The request must not contain the character NUL." });
  }
}

function readPairs(text: string): [string, string][] {
  const pairs = [...new URLSearchParams(text)];
  assertNoNul(pairs.flat());
  return pairs;
}

function parseQuery(request: FastifyRequest): [string, string][] {
  const mark = request.url.indexOf("?");
  return mark === -1 ? [] : readPairs(request.url.slice(mark + 1));
}

function readForm(request: FastifyRequest): ReadonlyMap<string, string> {
  const body = request.body;
  if (!Buffer.isBuffer(body)) return new Map();
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded(?:;.*)?$/i.test(type)) {
    throwApiError("unsupported_media_type", {
      message: "Send a form as application/x-www-form-urlencoded.",
    });
  }
  return new Map(readPairs(body.toString("utf8")));
}

async function handlePage(
  request: FastifyRequest,
  route: PageRoute,
  deps: PageDeps,
  nonce: string,
): Promise<ServedPage> {
  const origin = getOrigin(route, deps);
  // First, so that forms which other sites send by themselves do not use up the tries of the person before the screen.
  // guard: own-origin-of-forms: e2e/forged-consent.test.ts P33: another site.s automatic form
  if (request.method === "POST") assertOwnOrigin(request, origin);
  if (route.guarded && request.method === "POST") {
    const guard = deps.guards.people.take(`${route.path} ${getNetwork(request.ip)}`);
    if (!guard.allowed) throwApiError("rate_limited", { retry_after_s: guard.retryAfterSeconds });
  }
  assertNoNul(Object.values(request.params as Record<string, string>));
  const visitor = await readVisitor(request, route, deps);
  if (route.visitor !== "anyone" && visitor.signed_in === null) {
    const back = request.method === "POST" ? "/" : request.url;
    return { redirect: `${origin}/sign-in?return_to=${encodeURIComponent(back)}` };
  }
  if (route.visitor === "member" && visitor.store === null) throwApiError("store_not_found");
  if (route.visitor === "staff" && !visitor.signed_in?.is_staff)
    throwApiError("not_found", { message: notThere });
  const form = readForm(request);
  if (request.method === "POST" && visitor.signed_in)
    assertCsrfToken(form.get("csrf_token"), visitor.signed_in.csrf_token);
  const call: PageCall = {
    request_id: request.id,
    address: request.url,
    store: visitor.store,
    signed_in: visitor.signed_in,
    params: request.params as Record<string, string>,
    query: parseQuery(request),
    form,
    client_address: request.ip,
    nonce,
  };
  const answer = await route.handle(withActor(deps.database, call), call);
  return "panel" in answer ? drawnPanel(answer, call, deps) : answer;
}

/** Return the database whose changes are recorded as the signed-in person's. */
function withActor(database: Database, { signed_in, request_id }: PageCall): Database {
  if (signed_in === null) return database;
  const actor: Actor = { kind: "account", id: String(signed_in.account_id), scopes: new Set() };
  return actingAs(database, { actor, request_id });
}

/** A page as it is sent; a panel's document with the origin its frames may show. */
type ServedPage = Exclude<PageAnswer, PanelAnswer> & { panel?: { frameOrigin: string | undefined } };

const notBuilt = html`<h1>The admin pages are not built</h1>
<p>Run <code>npm run build</code> where Souk is installed, then reload this page.</p>`;

async function drawnPanel(answer: PanelAnswer, call: PageCall, deps: PageDeps): Promise<ServedPage> {
  const { nonce, signed_in, store } = call;
  if (signed_in === null) return { redirect: "/sign-in" };
  const named = store && { ...store, name: await deps.storeName(store.id) };
  const data = panelData({ signed_in, store: named }, deps);
  const document = await panelDocument(deps.panels[answer.panel], { nonce, data });
  if (document === null)
    return { status: 503, html: page({ title: "The admin pages are not built", nonce, body: notBuilt }) };
  return { status: answer.status, html: document, panel: { frameOrigin: answer.frameOrigin } };
}

const notThere = "This page does not exist.";

const foreignForm =
  "This form does not belong to your current session, so nothing was changed. Reload the page and try again.";

/** Return the sentence shown to a person; the catalog's own messages are for programmers. */
function formatMessage({ code, message, details }: ApiError): string {
  if (code === "csrf_failed") return foreignForm;
  if (code !== "rate_limited") return message;
  const seconds = Math.ceil(details.retry_after_s ?? 1);
  return `Too many attempts. Wait ${seconds === 1 ? "one second" : `${seconds} seconds`}, then go back and try again.`;
}

/** Render an error as a page for people, with what to do next. */
function errorPage(apiError: ApiError, requestId: string, nonce: string): ServedPage {
  const title = apiError.status === 404 ? "Page not found" : "Something went wrong";
  const body = html`<h1>${title}</h1><p>${formatMessage(apiError)}</p>
    <p><a class="button quiet" href="/">Go home</a></p><p class="soft">Request ${requestId}</p>`;
  return { status: apiError.status, html: page({ title, nonce, body }) };
}

/** Create the not-found page of a host whose addresses people type. */
function nothingHere(host: PageRoute["host"]): PageRoute {
  return {
    host,
    method: "GET",
    path: "/*",
    visitor: "anyone",
    handle: async () => throwApiError("not_found", { message: notThere }),
  };
}

/**
 * Mount server-rendered pages with their headers, sessions and CSRF checks, then 405 on the methods that no address of
 * the register accepts.
 */
export function mountPages(server: FastifyInstance, routes: readonly PageRoute[], deps: PageDeps): void {
  const { allowedMethods } = deps;
  for (const route of routes) {
    server.route({
      method: allowedMethods.take(route.host, route.path, route.method),
      url: route.path,
      constraints: { surface: route.host },
      handler: (request, reply) => servePage(request, reply, route, deps),
    });
  }
  allowedMethods.rejectOtherMethods(server);
  for (const host of ["admin", "partners", "apex"] as const) {
    const route = nothingHere(host);
    server.route({
      method: ["GET", "HEAD"],
      url: route.path,
      constraints: { surface: host },
      handler: (request, reply) => {
        allowedMethods.assertNotOtherMethod(request, reply);
        return readsPages(request) ? servePage(request, reply, route, deps) : reply.callNotFound();
      },
    });
  }
}

/** Return whether the client asks for HTML by name, as browsers do; other clients get JSON. */
function readsPages(request: FastifyRequest): boolean {
  return request.headers.accept?.includes("text/html") ?? false;
}

function buildHeaders(answer: ServedPage, nonce: string, { addresses }: PageDeps): Record<string, string> {
  const { formOrigins = [], panel } = answer;
  return pageHeaders({
    nonce,
    formOrigins,
    secure: addresses.scheme === "https",
    framesMail: "framesMail" in answer,
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
  const answer = await handlePage(request, route, deps, nonce).catch((error: unknown): ServedPage => {
    const apiError = toApiError(error);
    if (apiError.code === "internal") deps.report(error, request);
    reply.headers(errorAnswer(apiError, request.id).headers);
    return errorPage(apiError, request.id, nonce);
  });
  reply.headers(buildHeaders(answer, nonce, deps));
  const audience = route.host === "partners" ? "partners" : "admin";
  if (answer.session) reply.header("set-cookie", sessionCookie(audience, answer.session, deps.clock.now()));
  if (request.method === "POST") deps.wake();
  if ("redirect" in answer) return reply.code(303).header("location", answer.redirect).send("");
  if (answer.refreshTo !== undefined) reply.header("refresh", `0; url=${answer.refreshTo}`);
  return reply.code(answer.status).send(answer.html);
}
