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
import { createAddresses } from "../../../addresses.ts";
import { secureRandomText } from "../../../random.ts";
import type { SignedIn, Store } from "../../../routing/call.ts";
import type { PageAnswer, PageCall } from "../../../routing/page.ts";
import { deriveKeys } from "../../../secrets/derived-keys.ts";
import { createVault } from "../../../secrets/vault.ts";
import {
  createPartner,
  createSecretReader,
  type PartnersWiring,
  partnersRoutes,
  registerApp,
  registerCustomApp,
} from "../../partners/index.ts";
import { createStore } from "../../stores/index.ts";
import { exchangeCode } from "../exchange-code.ts";
import { type InstallsWiring, installsPages } from "../index.ts";

/** A registered app with its secret. */
export interface TestApp {
  id: number;
  client_id: string;
  client_secret: string;
  name: string;
  /** Whose app it is. */
  partner: SignedIn;
}

/** A shop, its people and a registered app on a database of their own. */
export interface InstallWorld {
  database: Database;
  connectionString: string;
  clock: FakeClock;
  wiring: InstallsWiring;
  partners: PartnersWiring;
  /** What the security log was told. */
  reported: object[];
  store: Store;
  owner: SignedIn;
  app: TestApp;
  stop(): Promise<void>;
}

export const redirectUri = "http://localhost:4400/auth/callback?from=souk";
const appUrl = "http://localhost:4400/app?lang=en";

export async function installWorld(): Promise<InstallWorld> {
  const { database, connectionString, stop } = await testDatabase({ maxConnections: 16 });
  const clock = fakeClock();
  const secretKey = randomBytes(32);
  const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
  const vault = createVault(secretKey);
  const partners = { vault, clock, random: secureRandomText, addresses, allowLoopback: true };
  const reported: object[] = [];
  const wiring: InstallsWiring = {
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
  const store = await openShop({ database, wiring }, owner, "demo");
  const world = { database, connectionString, clock, wiring, partners, reported, store, owner, stop };
  return { ...world, app: await addApp(world, "Stock Sync") };
}

export async function signedIn(database: Database, email: string): Promise<SignedIn> {
  const { rows } = await database.query<{ id: number }>(
    "insert into accounts (email, name, password_hash) values ($1, 'Aisha', '') returning id",
    [email],
  );
  return {
    account_id: rows[0]?.id ?? 0,
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

/** Creates a shop of an account. */
export async function openShop(
  { database, wiring }: Pick<InstallWorld, "database" | "wiring">,
  owner: SignedIn,
  handle: string,
): Promise<Store> {
  const { addresses } = wiring;
  const input = { name: `Shop ${handle}`, handle, timezone: "Asia/Kuala_Lumpur", currency_code: "MYR" };
  const stores = { addresses, createPrimaryLocation: async () => undefined };
  const made = await database.transaction((tx) => createStore(tx, { owner, input }, stores));
  const { id, domain, host_url, timezone, currency_code } = made;
  return { id, handle, domain, host_url, timezone, currency_code, rendition: 1, suspended: null };
}

/** Registers a public app of a partner of its own. */
export async function addApp(
  { database, partners }: Pick<InstallWorld, "database" | "partners">,
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

/** Gives the world's app a second secret, which signs after 24 hours. */
export async function rotateSecret({ database, partners, app }: InstallWorld): Promise<string> {
  const { operation, handle } = partnersRoutes(partners).find(
    (route) => route.operation === operations.rotateSecret,
  ) ?? { operation: null, handle: null };
  if (operation === null) throw new Error("Secrets cannot be rotated.");
  const call = { params: { id: app.id }, signed_in: app.partner } as unknown as Parameters<typeof handle>[1];
  const answer = (await database.transaction((tx) => handle(tx, call))) as {
    secret: { client_secret: string };
  };
  return answer.secret.client_secret;
}

/** A visit of a page, as the pipeline hands it on. */
export interface Visit {
  method?: "GET" | "POST";
  params?: Record<string, string>;
  query?: readonly (readonly [string, string])[];
  form?: Record<string, string>;
  signed_in?: SignedIn | null;
  store?: Store | null;
}

/** Serves a page by its path as it is written in the route. */
export function visit(world: InstallWorld, path: string, visit: Visit = {}): Promise<PageAnswer> {
  const { method = "GET", form = {}, query = [], params = {} } = visit;
  const route = installsPages(world.wiring).find((each) => each.path === path && each.method === method);
  if (!route) throw new Error(`There is no page ${method} ${path}.`);
  const call: PageCall = {
    request_id: "req_1",
    address: path,
    store: visit.store === undefined ? world.store : visit.store,
    signed_in: visit.signed_in === undefined ? world.owner : visit.signed_in,
    params,
    query,
    form: new Map(Object.entries(form)),
    client_address: "127.0.0.1",
    nonce: "n0",
  };
  return route.handle(world.database, call);
}

export const authorizePath = "/:store/oauth/authorize";

/** The query of a sound request to authorize. */
export function authorizeQuery(
  { app }: Pick<InstallWorld, "app">,
  over: Record<string, string> = {},
): [string, string][] {
  const sound = {
    client_id: app.client_id,
    scope: "read_products,write_products",
    redirect_uri: redirectUri,
  };
  return Object.entries({ ...sound, ...over });
}

/** The page's HTML and status. @throws when it is a redirect */
export function shown(answer: PageAnswer): { status: number; html: string } {
  if (!("html" in answer)) throw new Error(`It is no page of its own: ${JSON.stringify(answer)}.`);
  return answer;
}

/** The token in the form of a consent page. */
export function consentIn(answer: PageAnswer): string {
  const forms = pageForms(shown(answer).html);
  const consent = forms.map(({ fields }) => fields.consent).find((value) => value !== undefined);
  if (consent === undefined) throw new Error("The page has no consent form.");
  return consent;
}

/** Opens the consent page and presses Approve. */
export async function approve(
  world: InstallWorld,
  over: Record<string, string> = {},
  visitOf: Pick<Visit, "signed_in" | "store"> = {},
): Promise<PageAnswer> {
  const page = await visit(world, authorizePath, { ...visitOf, query: authorizeQuery(world, over) });
  const form = { consent: consentIn(page), decision: "approve" };
  return visit(world, authorizePath, { ...visitOf, method: "POST", form });
}

/** The code of a fresh approval. */
export async function approvedCode(world: InstallWorld, over: Record<string, string> = {}): Promise<string> {
  const answer = await approve(world, over);
  if (!("redirect" in answer)) throw new Error(`It is a page: ${JSON.stringify(answer)}`);
  const code = new URL(answer.redirect).searchParams.get("code");
  if (code === null) throw new Error("The redirect carries no code.");
  return code;
}

/** Redeems a code at the shop's hostname. */
export function exchange(
  world: InstallWorld,
  code: string,
  over: { client_id?: string; client_secret?: string; store?: Store } = {},
): Promise<{ access_token: string; scope: string }> {
  const { store = world.store, ...client } = over;
  const { client_id, client_secret } = world.app;
  const body = { code, client_id, client_secret, ...client };
  const request = { body, store, request_id: "req_1", client_address: "127.0.0.1" };
  return exchangeCode(world.database, request, world.wiring);
}

/** Installs the world's app from the consent page to the token. */
export async function install(
  world: InstallWorld,
  over: Record<string, string> = {},
): Promise<{ access_token: string; scope: string; installation_id: number }> {
  const answer = await exchange(world, await approvedCode(world, over));
  const { rows } = await world.database.query<{ id: number }>(
    "select id from installations where store_id = $1 and app_id = $2 and status <> 'uninstalled'",
    [world.store.id, world.app.id],
  );
  return { ...answer, installation_id: rows[0]?.id ?? 0 };
}
