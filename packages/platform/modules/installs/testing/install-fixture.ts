import { randomBytes } from "node:crypto";
import { operations, scopeNames } from "@souk/contract";
import type { Database } from "@souk/database";
import {
  bumpLaneEpochs,
  cancelDeliveries,
  cancelUninstallNotice,
  enqueueUninstallNotice,
  noFailpoint,
  resumeInstallation,
} from "@souk/delivery";
import { type FakeClock, fakeClock, pageForms, silentLog, testDatabase } from "@souk/testkit";
import type { SignedIn, Store } from "../../../infrastructure/routing/call.ts";
import type { PageAnswer, PageCall } from "../../../infrastructure/routing/page.ts";
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

/** A registered app with its secret. */
export interface TestApp {
  id: number;
  client_id: string;
  client_secret: string;
  name: string;
  /** The partner that owns the app. */
  partner: SignedIn;
}

/** A store, its members and a registered app on a database of their own. */
export interface InstallFixture {
  database: Database;
  connectionString: string;
  clock: FakeClock;
  deps: InstallsDeps;
  partners: PartnersDeps;
  /** The entries of the security log. */
  reported: object[];
  store: Store;
  owner: SignedIn;
  app: TestApp;
  stop(): Promise<void>;
}

export const redirectUri = "http://localhost:4400/auth/callback?from=souk";
const appUrl = "http://localhost:4400/app?lang=en";

export async function createInstallFixture(): Promise<InstallFixture> {
  const { database, connectionString, stop } = await testDatabase({ maxConnections: 16 });
  const clock = fakeClock();
  const secretKey = randomBytes(32);
  const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
  const vault = createVault(secretKey);
  const partners = { vault, clock, random: secureRandomText, addresses, allowLoopback: true };
  const reported: object[] = [];
  const deps: InstallsDeps = {
    clock,
    random: secureRandomText,
    addresses,
    secrets: createSecretReader(vault),
    offersApps: true,
    consentKey: deriveKeys(secretKey).consent,
    deliveries: {
      bumpLaneEpochs,
      resumeInstallation,
      cancelDeliveries,
      enqueueUninstallNotice,
      cancelUninstallNotice,
    },
    removers: [],
    failpoint: noFailpoint,
    registerCustomApp: (tx, app) => registerCustomApp(tx, app, partners),
    log: { ...silentLog, warn: (fields) => void reported.push(fields) },
  };
  const owner = await signedIn(database, "owner@shops.test");
  const store = await createTestStore({ database, deps }, owner, "demo");
  const fixture = { database, connectionString, clock, deps, partners, reported, store, owner, stop };
  return { ...fixture, app: await addApp(fixture, "Stock Sync") };
}

export async function signedIn(database: Database, email: string): Promise<SignedIn> {
  const row = await database.maybeOne<{ id: number }>(
    "insert into accounts (email, name, password_hash) values ($1, 'Aisha', '') returning id",
    [email],
  );
  return {
    account_id: row?.id ?? 0,
    email,
    name: "Aisha",
    is_staff: false,
    csrf_token: "the-csrf-token",
    expires_at: new Date(Date.now() + 3_600_000),
    session_hash: randomBytes(32),
    role: "owner",
    scopes: scopeNames,
  };
}

/** Create a store of an account. */
export async function createTestStore(
  { database, deps }: Pick<InstallFixture, "database" | "deps">,
  owner: SignedIn,
  handle: string,
): Promise<Store> {
  const { addresses } = deps;
  const input = { name: `Store ${handle}`, handle, timezone: "Asia/Kuala_Lumpur", currency_code: "MYR" };
  const stores = { addresses, createPrimaryLocation: async () => undefined };
  const made = await database.transaction((tx) => createStore(tx, { owner, input }, stores));
  const { id, domain, host_url, timezone, currency_code } = made;
  return { id, handle, domain, host_url, timezone, currency_code, display_version: 1, suspended: null };
}

/** Register a public app of a new partner. */
export async function addApp(
  { database, partners }: Pick<InstallFixture, "database" | "partners">,
  name: string,
): Promise<TestApp> {
  const account = await signedIn(database, `${name.replace(/\W/g, "")}@partners.test`);
  return database.transaction(async (tx) => {
    await createPartner(tx, { account_id: account.account_id, name: `${name} Ltd` });
    const input = { name, app_url: appUrl, redirection_urls: [redirectUri] };
    const { app, secret } = await registerApp(tx, { account, input }, partners);
    return {
      id: app.id,
      client_id: app.client_id,
      client_secret: secret.client_secret,
      name,
      partner: account,
    };
  });
}

/** Create a second secret for the fixture's app, which signs after 24 hours. */
export async function rotateSecret({ database, partners, app }: InstallFixture): Promise<string> {
  const { operation, handle } = partnersModule(partners).routes.find(
    (route) => route.operation === operations.rotateSecret,
  ) ?? { operation: null, handle: null };
  if (operation === null) throw new Error("Secrets cannot be rotated.");
  const call = { params: { id: app.id }, signed_in: app.partner } as unknown as Parameters<typeof handle>[1];
  const answer = (await database.transaction((tx) => handle(tx, call))) as {
    secret: { client_secret: string };
  };
  return answer.secret.client_secret;
}

/** A visit of a page, as the pipeline passes it on. */
export interface Visit {
  method?: "GET" | "POST";
  params?: Record<string, string>;
  query?: readonly (readonly [string, string])[];
  form?: Record<string, string>;
  signed_in?: SignedIn | null;
  store?: Store | null;
}

/** Serve a page by its path as it is written in the route. */
export function visit(fixture: InstallFixture, path: string, visit: Visit = {}): Promise<PageAnswer> {
  const { method = "GET", form = {}, query = [], params = {} } = visit;
  const route = installsModule(fixture.deps).pages?.find(
    (candidate) => candidate.path === path && candidate.method === method,
  );
  if (!route) throw new Error(`There is no page ${method} ${path}.`);
  const call: PageCall = {
    request_id: "req_1",
    address: path,
    store: visit.store === undefined ? fixture.store : visit.store,
    signed_in: visit.signed_in === undefined ? fixture.owner : visit.signed_in,
    params,
    query,
    form: new Map(Object.entries(form)),
    client_address: "127.0.0.1",
    nonce: "n0",
  };
  return route.handle(fixture.database, call);
}

export const authorizePath = "/:store/oauth/authorize";

/** Build the query of a valid request to authorize. */
export function authorizeQuery(
  { app }: Pick<InstallFixture, "app">,
  over: Record<string, string> = {},
): [string, string][] {
  const sound = {
    client_id: app.client_id,
    scope: "read_products,write_products",
    redirect_uri: redirectUri,
  };
  return Object.entries({ ...sound, ...over });
}

/** Return a page's HTML and status. @throws when it is a redirect */
export function shown(answer: PageAnswer): { status: number; html: string } {
  if (!("html" in answer)) throw new Error(`It is no page of its own: ${JSON.stringify(answer)}.`);
  return answer;
}

/** Return the token in the form of a consent page. */
export function consentIn(answer: PageAnswer): string {
  const forms = pageForms(shown(answer).html);
  const consent = forms.map(({ fields }) => fields.consent).find((value) => value !== undefined);
  if (consent === undefined) throw new Error("The page has no consent form.");
  return consent;
}

/** Open the consent page and press Approve. */
export async function approve(
  fixture: InstallFixture,
  over: Record<string, string> = {},
  visitor: Pick<Visit, "signed_in" | "store"> = {},
): Promise<PageAnswer> {
  const page = await visit(fixture, authorizePath, { ...visitor, query: authorizeQuery(fixture, over) });
  const form = { consent: consentIn(page), decision: "approve" };
  return visit(fixture, authorizePath, { ...visitor, method: "POST", form });
}

/** Approve a request and return the code. */
export async function approvedCode(
  fixture: InstallFixture,
  over: Record<string, string> = {},
): Promise<string> {
  const answer = await approve(fixture, over);
  if (!("redirect" in answer)) throw new Error(`It is a page: ${JSON.stringify(answer)}`);
  const code = new URL(answer.redirect).searchParams.get("code");
  if (code === null) throw new Error("The redirect carries no code.");
  return code;
}

/** Redeem a code at the store's hostname. */
export function exchange(
  fixture: InstallFixture,
  code: string,
  over: { client_id?: string; client_secret?: string; store?: Store } = {},
): Promise<{ access_token: string; scope: string }> {
  const { store = fixture.store, ...client } = over;
  const { client_id, client_secret } = fixture.app;
  const body = { code, client_id, client_secret, ...client };
  const request = { body, store, request_id: "req_1", client_address: "127.0.0.1" };
  return exchangeCode(fixture.database, request, fixture.deps);
}

/** Install the fixture's app, from the consent page to the token. */
export async function install(
  fixture: InstallFixture,
  over: Record<string, string> = {},
): Promise<{ access_token: string; scope: string; installation_id: number }> {
  const answer = await exchange(fixture, await approvedCode(fixture, over));
  const row = await fixture.database.maybeOne<{ id: number }>(
    "select id from installations where store_id = $1 and app_id = $2 and status <> 'uninstalled'",
    [fixture.store.id, fixture.app.id],
  );
  return { ...answer, installation_id: row?.id ?? 0 };
}
