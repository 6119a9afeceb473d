import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  consoleCall,
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

/** An app of the SDK on a real server, registered at a platform. */
export interface AppFixture {
  url: string;
  registered: SeededApp;
  app: App;
  store: AppOptions["store"];
  errors: AppError[];
  /** Replace the app at the URL with another release. */
  release(changes: Partial<AppOptions>): App;
  /** Replace the listener at the URL with another server's. */
  listen(listener: RequestListener): void;
  stop(): Promise<void>;
}

/** Return the options of an app, for a test that creates its own. */
export function optionsFor(
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
    page: ({ shop }) => new Response(`The app in ${shop}`, { headers: { "content-type": "text/html" } }),
  };
}

/**
 * Start an app that shows a line, handles no topic and returns the session of a token at `/who`; `changes` override its
 * options.
 */
export async function startAppFixture(
  testing: TestPlatform,
  changes: Partial<AppOptions> = {},
): Promise<AppFixture> {
  let listener: RequestListener = (_request, reply) => reply.writeHead(503).end();
  const server = createServer((request, reply) => listener(request, reply));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const registered = await registerApp(testing, url);
  const errors: AppError[] = [];
  const first: AppOptions = {
    ...optionsFor(testing, registered),
    store: memoryTokenStore(),
    onError: (error) => errors.push(error),
    ...changes,
  };
  const release = (further: Partial<AppOptions>): App => {
    const app = createApp({ ...first, ...further });
    listener = nodeHandler(app, (request, reply) => {
      if (request.url !== "/who") return void reply.writeHead(404).end();
      app.authenticate(request).then(
        (session) => reply.end(session.ok ? `${session.account_id} in ${session.shop}` : session.reason),
        () => reply.destroy(),
      );
    });
    return app;
  };
  const app = release({});
  return {
    url,
    registered,
    app,
    store: first.store,
    errors,
    release,
    listen: (next) => {
      listener = next;
    },
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Return the newly signed App URL to which the merchant's browser goes on Install or on opening the app. */
export async function signedAppUrl(
  store: SeededStore,
  { registered }: Pick<AppFixture, "registered">,
): Promise<string> {
  const { open } = await consoleCall<{ open: { url: string } }>(
    store.owner.browser,
    ["POST", `${store.host_url}/api/console/apps/install.json`],
    { app: registered.client_id },
  );
  return open.url;
}

/** Send a GET that follows no redirect. */
export function visit(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { redirect: "manual", headers });
}

/** Press Approve on the consent page of a URL and return the signed Redirection URL. */
export async function approve(store: SeededStore, authorizeUrl: string): Promise<string> {
  const { browser } = store.owner;
  const consent = await browser.follow(await browser.open(authorizeUrl));
  return (await browser.follow(await browser.press(consent, "Approve"))).leadsTo;
}

/** Install the app as a merchant does (Install, Approve, and back) and return the browser's last response. */
export async function install(
  store: SeededStore,
  fixture: Pick<AppFixture, "registered">,
): Promise<Response> {
  const started = await visit(await signedAppUrl(store, fixture));
  const callback = await approve(store, started.headers.get("location") ?? "");
  return await visit(callback);
}

/** Uninstall the app as a merchant does; an app that was disabled before gets no notice. */
export async function uninstall(
  store: SeededStore,
  fixture: Pick<AppFixture, "registered">,
  { disableFirst = false } = {},
): Promise<void> {
  const { browser } = store.owner;
  const place = `${store.host_url}/api/console/apps/${await loadInstallationId(store, fixture.registered)}`;
  if (disableFirst) await consoleCall(browser, ["POST", `${place}/disable.json`]);
  await consoleCall(browser, ["DELETE", `${place}.json`]);
}
