import { randomBytes } from "node:crypto";
import { operations, rightNames, scopeNames } from "@souk/contract";
import type { Database } from "@souk/database";
import {
  cancelUninstallNotice,
  closeLanesOfInstallation,
  enqueueUninstallNotice,
  noFailpoint,
  resumeLanesOfInstallation,
  stopLanesOfInstallation,
} from "@souk/delivery";
import { createFakeClock, createTestDatabase, type FakeClock, parsePageForms } from "@souk/testkit";
import type { SignedIn, Store } from "../../../infrastructure/routing/call.ts";
import type { PageCall, PageResponse } from "../../../infrastructure/routing/page.ts";
import { createAddresses } from "../../../runtime/addresses.ts";
import { secureRandomText } from "../../../runtime/random.ts";
import { deriveKeys } from "../../../runtime/secrets/derived-keys.ts";
import { createVault } from "../../../runtime/secrets/vault.ts";
import {
  createPartner,
  createSecretReader,
  type PartnersDeps,
  partnersModule,
  registerApp,
  registerCustomApp,
} from "../../partners/index.ts";
import { createStore } from "../../stores/index.ts";
import { exchangeCode } from "../exchange-code.ts";
import { type InstallsDeps, installsModule } from "../index.ts";

/** A registered public app with its secret. */
export interface TestApp {
  id: number;
  client_id: string;
  client_secret: string;
  name: string;
  /** The partner that owns the app. */
  partner: SignedIn;
}

/** A store, its owner and a registered app, in a separate database. */
export interface InstallFixture {
  database: Database;
  connectionString: string;
  clock: FakeClock;
  deps: InstallsDeps;
  partnersDeps: PartnersDeps;
  store: Store;
  owner: SignedIn;
  app: TestApp;
  stop(): Promise<void>;
}

/** The only Redirection URL of the apps that tests register. */
export const redirectUri = "http://localhost:4400/auth/callback?from=souk";
const appUrl = "http://localhost:4400/app?lang=en";

/**
 * Create a database with the store `demo` and the app "Stock Sync", which is not installed in the store. The fixture also has the
 * dependencies that the tested functions need.
 */
export async function createInstallFixture(): Promise<InstallFixture> {
  const { database, connectionString, stop } = await createTestDatabase({ maxConnections: 16 });
  const clock = createFakeClock();
  const secretKey = randomBytes(32);
  const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
  const vault = createVault(secretKey);
  const partnersDeps = { vault, clock, random: secureRandomText, addresses, localAccess: true };
  const deps: InstallsDeps = {
    clock,
    random: secureRandomText,
    addresses,
    secrets: createSecretReader(vault),
    offersApps: true,
    consentKeys: deriveKeys(secretKey).consent,
    deliveries: {
      stopLanes: stopLanesOfInstallation,
      resumeLanes: resumeLanesOfInstallation,
      closeLanes: closeLanesOfInstallation,
      enqueueUninstallNotice,
      cancelUninstallNotice,
    },
    removers: [],
    failpoint: noFailpoint,
    registerCustomApp: (tx, app) => registerCustomApp(tx, app, partnersDeps),
  };
  const owner = await createSignedInAccount(database, "owner@shops.test");
  const store = await createTestStore({ database, deps }, owner, "demo");
  const fixture = { database, connectionString, clock, deps, partnersDeps, store, owner, stop };
  return { ...fixture, app: await registerTestApp(fixture, "Stock Sync") };
}

/** Create an account, and return it as the signed-in owner that the pipeline passes to routes. */
export async function createSignedInAccount(database: Database, email: string): Promise<SignedIn> {
  const row = await database.maybeOne<{ id: number }>(
    "insert into accounts (email, name, password_hash) values ($1, 'Aisha', '') returning id",
    [email],
  );
  return {
    account_id: row?.id ?? 0,
    email,
    name: "Aisha",
    is_staff: false,
    is_email_verified: true,
    csrf_token: "the-csrf-token",
    expires_at: new Date(Date.now() + 3_600_000),
    session_hash: randomBytes(32),
    // The person counts as recently verified, however far a test advances the clock.
    verified_at: new Date("9999-01-01T00:00:00Z"),
    must_add_factor: false,
    role: "owner",
    rights: rightNames,
    scopes: scopeNames,
    installation_ids: [],
  };
}

/** Create a store that an account owns. */
export async function createTestStore(
  { database, deps }: Pick<InstallFixture, "database" | "deps">,
  owner: SignedIn,
  handle: string,
): Promise<Store> {
  const { addresses } = deps;
  const input = { name: `Store ${handle}`, handle, timezone: "Asia/Kuala_Lumpur", currency_code: "MYR" };
  const storesDeps = { addresses, createPrimaryLocation: async () => undefined };
  const store = await database.transaction((tx) => createStore(tx, { owner, input }, storesDeps));
  const { id, domain, host_url, timezone, currency_code } = store;
  return { id, handle, domain, host_url, timezone, currency_code, display_version: 1, suspended: null };
}

/** Register a public app of a new partner. */
export async function registerTestApp(
  { database, partnersDeps }: Pick<InstallFixture, "database" | "partnersDeps">,
  name: string,
): Promise<TestApp> {
  const account = await createSignedInAccount(database, `${name.replace(/\W/g, "")}@partners.test`);
  return database.transaction(async (tx) => {
    await createPartner(tx, { account_id: account.account_id, name: `${name} Ltd` });
    const input = { name, app_url: appUrl, redirection_urls: [redirectUri] };
    const { app, secret } = await registerApp(tx, { account, input }, partnersDeps);
    return {
      id: app.id,
      client_id: app.client_id,
      client_secret: secret.client_secret,
      name,
      partner: account,
    };
  });
}

/** Create a second secret for the fixture's app. It becomes the signing secret after 24 hours. @returns the new secret */
export async function rotateSecret({ database, partnersDeps, app }: InstallFixture): Promise<string> {
  const route = partnersModule(partnersDeps).routes.find(
    (candidate) => candidate.operation === operations.rotateSecret,
  );
  if (!route) throw new Error("Secrets cannot be rotated.");
  const { handle } = route;
  const call = { params: { id: app.id }, signed_in: app.partner } as unknown as Parameters<typeof handle>[1];
  const response = (await database.transaction((tx) => handle(tx, call))) as {
    secret: { client_secret: string };
  };
  return response.secret.client_secret;
}

/** A request for a page. */
export interface Visit {
  method?: "GET" | "POST";
  params?: Record<string, string>;
  query?: readonly (readonly [string, string])[];
  form?: Record<string, string>;
  signed_in?: SignedIn | null;
  store?: Store | null;
}

/** Request a page without HTTP. @param path the path pattern of the page's route */
export function visit(fixture: InstallFixture, path: string, request: Visit = {}): Promise<PageResponse> {
  const { method = "GET", form = {}, query = [], params = {} } = request;
  const route = installsModule(fixture.deps).pages?.find(
    (candidate) => candidate.path === path && candidate.method === method,
  );
  if (!route) throw new Error(`There is no page ${method} ${path}.`);
  const call: PageCall = {
    request_id: "req_1",
    url: path,
    store: request.store === undefined ? fixture.store : request.store,
    signed_in: request.signed_in === undefined ? fixture.owner : request.signed_in,
    params,
    query,
    form: new Map(Object.entries(form)),
    pending_id: null,
    client_address: "127.0.0.1",
    user_agent: "",
    device_id: null,
    nonce: "n0",
  };
  return route.handle(fixture.database, call);
}

/** The path pattern of the authorize page. */
export const authorizePath = "/:store/oauth/authorize";

/** Build the query of a valid request to authorize. The parameters in `overrides` are added or replace others. */
export function buildAuthorizeQuery(
  { app }: Pick<InstallFixture, "app">,
  overrides: Record<string, string> = {},
): [string, string][] {
  const validParameters = {
    client_id: app.client_id,
    scope: "read_products,write_products",
    redirect_uri: redirectUri,
  };
  return Object.entries({ ...validParameters, ...overrides });
}

/** Return a response as an HTML page. @throws Error if the response is a redirect, or the start of a panel */
export function getHtmlPage(response: PageResponse): { status: number; html: string } {
  if (!("html" in response)) throw new Error(`The response is not HTML: ${JSON.stringify(response)}.`);
  return response;
}

/** Read the consent token from the HTML form of a consent page. @throws Error if the page has no such form */
export function readConsentToken(response: PageResponse): string {
  const forms = parsePageForms(getHtmlPage(response).html);
  const consent = forms.map(({ fields }) => fields.consent).find((value) => value !== undefined);
  if (consent === undefined) throw new Error("The page has no consent form.");
  return consent;
}

/** Open the consent page and submit its form with Approve. */
export async function approve(
  fixture: InstallFixture,
  overrides: Record<string, string> = {},
  visitor: Pick<Visit, "signed_in" | "store"> = {},
): Promise<PageResponse> {
  const page = await visit(fixture, authorizePath, {
    ...visitor,
    query: buildAuthorizeQuery(fixture, overrides),
  });
  const form = { consent: readConsentToken(page), decision: "approve" };
  return visit(fixture, authorizePath, { ...visitor, method: "POST", form });
}

/** Approve a request and return the code from the redirect. */
export async function approveAndGetCode(
  fixture: InstallFixture,
  overrides: Record<string, string> = {},
): Promise<string> {
  const response = await approve(fixture, overrides);
  if (!("redirect" in response))
    throw new Error(`The response is not a redirect: ${JSON.stringify(response)}`);
  const code = new URL(response.redirect).searchParams.get("code");
  if (code === null) throw new Error("The redirect contains no code.");
  return code;
}

/** Exchange a code for a token at the store's hostname. */
export function exchange(
  fixture: InstallFixture,
  code: string,
  overrides: { client_id?: string; client_secret?: string; code_verifier?: string; store?: Store } = {},
): Promise<{ access_token: string; scope: string }> {
  const { store = fixture.store, ...client } = overrides;
  const { client_id, client_secret } = fixture.app;
  const body = { code, client_id, client_secret, ...client };
  const request = { body, store, request_id: "req_1", client_address: "127.0.0.1", user_agent: "app/1" };
  return exchangeCode(fixture.database, request, fixture.deps);
}

/** Install the fixture's app: approve its request and exchange the code. */
export async function install(
  fixture: InstallFixture,
  overrides: Record<string, string> = {},
): Promise<{ access_token: string; scope: string; installation_id: number }> {
  const token = await exchange(fixture, await approveAndGetCode(fixture, overrides));
  const row = await fixture.database.maybeOne<{ id: number }>(
    "select id from installations where store_id = $1 and app_id = $2 and status <> 'uninstalled'",
    [fixture.store.id, fixture.app.id],
  );
  return { ...token, installation_id: row?.id ?? 0 };
}
