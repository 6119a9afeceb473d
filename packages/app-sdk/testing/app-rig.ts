import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  consoleCall,
  installationOf,
  registerApp,
  type SeededApp,
  type SeededShop,
  type TestPlatform,
} from "@souk/testkit";
import { nodeHandler } from "../adapters/node-handler.ts";
import type { AppOptions } from "../app-options.ts";
import { type App, createApp } from "../create-app.ts";
import type { Problem } from "../problem.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";

/** An app of the SDK's behind a real server, registered at a platform. */
export interface AppRig {
  url: string;
  registered: SeededApp;
  app: App;
  store: AppOptions["store"];
  problems: Problem[];
  /** Puts another release of the app behind the same address. */
  release(changes: Partial<AppOptions>): App;
  /** Puts another server's listener behind the same address. */
  listen(listener: RequestListener): void;
  stop(): Promise<void>;
}

/** What an app is made of, for a test that makes its own. */
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

/** Starts an app, which says at `/who` whose session token it was shown; `changes` go over an app that shows a line and handles no topic. */
export async function appRig(testing: TestPlatform, changes: Partial<AppOptions> = {}): Promise<AppRig> {
  let listener: RequestListener = (_request, reply) => reply.writeHead(503).end();
  const server = createServer((request, reply) => listener(request, reply));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const registered = await registerApp(testing, url);
  const problems: Problem[] = [];
  const first: AppOptions = {
    ...optionsFor(testing, registered),
    store: memoryTokenStore(),
    onProblem: (problem) => problems.push(problem),
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
    problems,
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

/** Where the merchant's browser goes when they press Install or open the app: the App URL, freshly signed. */
export async function signedAppUrl(
  shop: SeededShop,
  { registered }: Pick<AppRig, "registered">,
): Promise<string> {
  const { open } = await consoleCall<{ open: { url: string } }>(
    shop.owner.browser,
    ["POST", `${shop.host_url}/api/console/apps/install.json`],
    { app: registered.client_id },
  );
  return open.url;
}

/** A GET that goes nowhere by itself. */
export function visit(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { redirect: "manual", headers });
}

/** Presses Approve on the consent page that an address leads to; answers the signed Redirection URL. */
export async function approve(shop: SeededShop, authorizeUrl: string): Promise<string> {
  const { browser } = shop.owner;
  const consent = await browser.follow(await browser.open(authorizeUrl));
  return (await browser.follow(await browser.press(consent, "Approve"))).leadsTo;
}

/** Installs the app as a merchant does: Install, Approve, and back. Answers where the browser ends. */
export async function install(shop: SeededShop, rig: Pick<AppRig, "registered">): Promise<Response> {
  const started = await visit(await signedAppUrl(shop, rig));
  const callback = await approve(shop, started.headers.get("location") ?? "");
  return await visit(callback);
}

/** Uninstalls the app as a merchant does; one that was disabled before is not told. */
export async function uninstall(
  shop: SeededShop,
  rig: Pick<AppRig, "registered">,
  { disableFirst = false } = {},
): Promise<void> {
  const { browser } = shop.owner;
  const place = `${shop.host_url}/api/console/apps/${await installationOf(shop, rig.registered)}`;
  if (disableFirst) await consoleCall(browser, ["POST", `${place}/disable.json`]);
  await consoleCall(browser, ["DELETE", `${place}.json`]);
}
