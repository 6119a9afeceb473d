import { type Refusal, refuse } from "@souk/contract";
import type { Database } from "@souk/database";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { actingAs } from "../acting-as.ts";
import type { Config } from "../config/index.ts";
import { page } from "../pages/layout.ts";
import { type PanelFolders, panelData, panelDocument } from "../panels/index.ts";
import type { RandomText } from "../random.ts";
import type { Actor } from "../routing/actor.ts";
import type { SignedIn, Store } from "../routing/call.ts";
import { html } from "../routing/html.ts";
import type { PageAnswer, PageCall, PageRoute, PanelAnswer } from "../routing/page.ts";
import { readMembership, readSession } from "./authenticate.ts";
import { networkOf } from "./client-network.ts";
import { sessionCookie } from "./cookies.ts";
import { errorAnswer, toRefusal } from "./errors.ts";
import { requireCsrfToken, requireOwnOrigin } from "./own-page.ts";
import { pageHeaders } from "./page-headers.ts";
import type { PipelineParts } from "./pipeline.ts";
import { createTakenPlaces } from "./taken-places.ts";

export interface PageParts extends PipelineParts {
  randomText: RandomText;
  mode: Config["mode"];
  panels: PanelFolders;
  /** A store's name, which is not needed to serve an operation. */
  storeName(storeId: number): Promise<string>;
  /** Logs an error that is a bug, whole. */
  report(error: unknown, request: FastifyRequest): void;
}

interface Visitor {
  signed_in: SignedIn | null;
  store: Store | null;
}

function originOf(route: PageRoute, parts: PageParts): string {
  return route.host === "partners" ? parts.addresses.partnersOrigin : parts.addresses.adminOrigin;
}

async function readVisitor(request: FastifyRequest, route: PageRoute, parts: PageParts): Promise<Visitor> {
  if (route.host !== "admin" && route.host !== "partners") return { signed_in: null, store: null };
  const signedIn = await readSession(request, parts.doors, route.host);
  const handle = (request.params as Record<string, string>).store;
  if (handle === undefined || signedIn === null) return { signed_in: signedIn, store: null };
  const place = await readMembership(parts.doors, signedIn, handle);
  if (place === null) return { signed_in: signedIn, store: null };
  const { store, role, scopes } = place;
  return { signed_in: { ...signedIn, role, scopes }, store };
}

function requireNoNul(values: readonly string[]): void {
  if (values.some((value) => value.includes("\0"))) {
    refuse("malformed_request", { message: "The request contains the character NUL." });
  }
}

function readPairs(text: string): [string, string][] {
  const pairs = [...new URLSearchParams(text)];
  requireNoNul(pairs.flat());
  return pairs;
}

function readQuery(request: FastifyRequest): [string, string][] {
  const mark = request.url.indexOf("?");
  return mark === -1 ? [] : readPairs(request.url.slice(mark + 1));
}

function readForm(request: FastifyRequest): ReadonlyMap<string, string> {
  const body = request.body;
  if (!Buffer.isBuffer(body)) return new Map();
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded(?:;.*)?$/i.test(type)) {
    refuse("unsupported_media_type", { message: "A form comes as application/x-www-form-urlencoded." });
  }
  return new Map(readPairs(body.toString("utf8")));
}

async function answerOf(
  request: FastifyRequest,
  route: PageRoute,
  parts: PageParts,
  nonce: string,
): Promise<ServedPage> {
  const origin = originOf(route, parts);
  // First, so that forms which other sites send by themselves do not use up the tries of the person before the screen.
  if (request.method === "POST") requireOwnOrigin(request, origin);
  if (route.guarded && request.method === "POST") {
    const guard = parts.guards.people.take(`${route.path} ${networkOf(request.ip)}`);
    if (!guard.allowed) refuse("rate_limited", { retry_after_s: guard.retryAfterSeconds });
  }
  requireNoNul(Object.values(request.params as Record<string, string>));
  const visitor = await readVisitor(request, route, parts);
  if (route.visitor !== "anyone" && visitor.signed_in === null) {
    const back = request.method === "POST" ? "/" : request.url;
    return { redirect: `${origin}/sign-in?return_to=${encodeURIComponent(back)}` };
  }
  if (route.visitor === "member" && visitor.store === null) refuse("store_not_found");
  if (route.visitor === "staff" && !visitor.signed_in?.is_staff) refuse("not_found", { message: notThere });
  const form = readForm(request);
  if (request.method === "POST" && visitor.signed_in)
    requireCsrfToken(form.get("csrf_token"), visitor.signed_in.csrf_token);
  const call: PageCall = {
    request_id: request.id,
    address: request.url,
    store: visitor.store,
    signed_in: visitor.signed_in,
    params: request.params as Record<string, string>,
    query: readQuery(request),
    form,
    client_address: request.ip,
    nonce,
  };
  const answer = await route.handle(databaseOf(parts.database, call), call);
  return "panel" in answer ? drawnPanel(answer, call, parts) : answer;
}

/** What a signed-in person changes is told as theirs. */
function databaseOf(database: Database, { signed_in, request_id }: PageCall): Database {
  if (signed_in === null) return database;
  const actor: Actor = { kind: "account", id: String(signed_in.account_id), scopes: new Set() };
  return actingAs(database, { actor, request_id });
}

/** A page as it is sent; a panel's document with where its frames may lead. */
type ServedPage = Exclude<PageAnswer, PanelAnswer> & { panel?: { frameOrigin: string | undefined } };

const notBuilt = html`<h1>The panels are not built</h1>
<p>Run <code>npm run build</code> where Souk is installed, and load this page again.</p>`;

async function drawnPanel(answer: PanelAnswer, call: PageCall, parts: PageParts): Promise<ServedPage> {
  const { nonce, signed_in, store } = call;
  if (signed_in === null) return { redirect: "/sign-in" };
  const named = store && { ...store, name: await parts.storeName(store.id) };
  const data = panelData({ signed_in, store: named }, parts);
  const document = await panelDocument(parts.panels[answer.panel], { nonce, data });
  if (document === null)
    return { status: 503, html: page({ title: "The panels are not built", nonce, body: notBuilt }) };
  return { status: answer.status, html: document, panel: { frameOrigin: answer.frameOrigin } };
}

const notThere = "There is nothing at this address.";

const foreignForm =
  "This form did not come from a page of ours in your present session, so nothing was done. Open the page anew and try again.";

/** What a person is told; the catalogue's own words are for who writes a program. */
function sentenceOf({ code, message, details }: Refusal): string {
  if (code === "csrf_failed") return foreignForm;
  if (code !== "rate_limited") return message;
  const seconds = Math.ceil(details.retry_after_s ?? 1);
  return `That was tried too often. Wait ${seconds === 1 ? "a second" : `${seconds} seconds`}, then go back and try again.`;
}

/** A refusal as a page a person can read, with what to do next. */
function errorPage(refusal: Refusal, requestId: string, nonce: string): ServedPage {
  const title = refusal.status === 404 ? "There is nothing here" : "That did not work";
  const body = html`<h1>${title}</h1><p>${sentenceOf(refusal)}</p>
    <p><a class="button quiet" href="/">Go to the first page</a></p><p class="soft">Request ${requestId}</p>`;
  return { status: refusal.status, html: page({ title, nonce, body }) };
}

/** A host whose addresses people type: what is not there is said on a page. */
function nothingHere(host: PageRoute["host"]): PageRoute {
  return {
    host,
    method: "GET",
    path: "/*",
    visitor: "anyone",
    handle: async () => refuse("not_found", { message: notThere }),
  };
}

/** Mounts server-rendered pages with their headers, sessions and CSRF checks. */
export function mountPages(server: FastifyInstance, routes: readonly PageRoute[], parts: PageParts): void {
  const taken = createTakenPlaces();
  for (const route of routes) {
    server.route({
      method: taken.take(route.host, route.path, route.method),
      url: route.path,
      constraints: { surface: route.host },
      handler: (request, reply) => servePage(request, reply, route, parts),
    });
  }
  taken.refuseOthers(server);
  for (const host of ["admin", "partners", "apex"] as const) {
    const route = nothingHere(host);
    server.route({
      method: ["GET", "HEAD"],
      url: route.path,
      constraints: { surface: host },
      handler: (request, reply) =>
        readsPages(request) ? servePage(request, reply, route, parts) : reply.callNotFound(),
    });
  }
}

/** Browsers ask for HTML by name; programs are answered in JSON. */
function readsPages(request: FastifyRequest): boolean {
  return request.headers.accept?.includes("text/html") ?? false;
}

function policyOf(answer: ServedPage, nonce: string, { addresses }: PageParts): Record<string, string> {
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
  parts: PageParts,
): Promise<FastifyReply> {
  const nonce = parts.randomText(16);
  const answer = await answerOf(request, route, parts, nonce).catch((error: unknown): ServedPage => {
    const refusal = toRefusal(error);
    if (refusal.code === "internal") parts.report(error, request);
    reply.headers(errorAnswer(refusal, request.id).headers);
    return errorPage(refusal, request.id, nonce);
  });
  reply.headers(policyOf(answer, nonce, parts));
  const audience = route.host === "partners" ? "partners" : "admin";
  if (answer.session) reply.header("set-cookie", sessionCookie(audience, answer.session, parts.clock.now()));
  if (request.method === "POST") parts.wake();
  if ("redirect" in answer) return reply.code(303).header("location", answer.redirect).send("");
  if (answer.refreshTo !== undefined) reply.header("refresh", `0; url=${answer.refreshTo}`);
  return reply.code(answer.status).send(answer.html);
}
