import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  callConsole,
  loadInstallationId,
  registerApp,
  type SeededApp,
  type SeededStore,
  type TestPlatform,
} from "@souk/testkit";
import { nodeHandler } from "../adapters/node-handler.ts";
import type { AppError } from "../app-error.ts";
import type { AppOptions } from "../app-options.ts";
import { type App, createApp } from "../create-app.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";

/** An app built with the SDK on a real server, registered at a test platform. */
export interface AppFixture {
  url: string;
  registeredApp: SeededApp;
  app: App;
  tokenStore: AppOptions["store"];
  errors: AppError[];
  /** Replace the app at the URL with a release that has other options. */
  deployRelease(changes: Partial<AppOptions>): App;
  /** Replace the listener at the URL. */
  listen(listener: RequestListener): void;
  stop(): Promise<void>;
}

/** Build the options of an app, for a test that creates its own app. */
export function buildAppOptions(
  { addresses }: TestPlatform,
  { app_url, redirection_url, client_id, client_secret }: SeededApp,
): Omit<AppOptions, "store"> {
  return {
    clientId: client_id,
    clientSecret: client_secret,
    appUrl: app_url,
    redirectUrl: redirection_url,
    scopes: ["read_products", "write_products"],
    storeDomainSuffix: addresses.domain,
    adminDomain: addresses.adminDomain,
    page: ({ shop }) => new Response(`The app in ${shop}`, { headers: { "content-type": "text/html" } }),
  };
}

/**
 * Start an app that shows one line, handles no topic, and responds at `/who` with the person and the store of the request's
 * session token.
 *
 * @param changes options that override the default ones
 */
export async function startAppFixture(
  platform: TestPlatform,
  changes: Partial<AppOptions> = {},
): Promise<AppFixture> {
  let listener: RequestListener = (_request, reply) => reply.writeHead(503).end();
  const server = createServer((request, reply) => listener(request, reply));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const registeredApp = await registerApp(platform, url);
  const errors: AppError[] = [];
  const options: AppOptions = {
    ...buildAppOptions(platform, registeredApp),
    store: memoryTokenStore(),
    onError: (error) => errors.push(error),
    ...changes,
  };
  const deployRelease = (releaseChanges: Partial<AppOptions>): App => {
    const app = createApp({ ...options, ...releaseChanges });
    listener = nodeHandler(app, (request, reply) => {
      if (request.url !== "/who") return void reply.writeHead(404).end();
      app.authenticate(request).then(
        (session) => reply.end(session.ok ? `${session.account_id} in ${session.shop}` : session.reason),
        () => reply.destroy(),
      );
    });
    return app;
  };
  const app = deployRelease({});
  return {
    url,
    registeredApp,
    app,
    tokenStore: options.store,
    errors,
    deployRelease,
    listen: (newListener) => {
      listener = newListener;
    },
    stop: async () => {
      const closePromise = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closePromise;
    },
  };
}

/** Create a signed App URL, as when a merchant installs or opens the app. */
export async function createSignedAppUrl(
  store: SeededStore,
  { registeredApp }: Pick<AppFixture, "registeredApp">,
): Promise<string> {
  const { open } = await callConsole<{ open: { url: string } }>(
    store.owner.browser,
    ["POST", `${store.host_url}/api/console/apps/install.json`],
    { app: registeredApp.client_id },
  );
  return open.url;
}

/** Send a GET request without following redirects. */
export function visit(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { redirect: "manual", headers });
}

/** Click Approve on the consent page and return the signed Redirection URL. */
export async function approve(store: SeededStore, authorizeUrl: string): Promise<string> {
  const { browser } = store.owner;
  const consentPage = await browser.followRedirects(await browser.open(authorizeUrl));
  return (await browser.followRedirects(await browser.clickButton(consentPage, "Approve"))).redirectTarget;
}

/** Install the app as a merchant does. @returns the app's response to the Redirection URL */
export async function install(
  store: SeededStore,
  fixture: Pick<AppFixture, "registeredApp">,
): Promise<Response> {
  const consentRedirect = await visit(await createSignedAppUrl(store, fixture));
  const redirectUrl = await approve(store, consentRedirect.headers.get("location") ?? "");
  return await visit(redirectUrl);
}

/** Uninstall the app as a merchant does. With `disableFirst`, the app gets no notice. */
export async function uninstall(
  store: SeededStore,
  fixture: Pick<AppFixture, "registeredApp">,
  { disableFirst = false } = {},
): Promise<void> {
  const { browser } = store.owner;
  const installationUrl = `${store.host_url}/api/console/apps/${await loadInstallationId(store, fixture.registeredApp)}`;
  if (disableFirst) await callConsole(browser, ["POST", `${installationUrl}/disable.json`]);
  await callConsole(browser, ["DELETE", `${installationUrl}.json`]);
}
