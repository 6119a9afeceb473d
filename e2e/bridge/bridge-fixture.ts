import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Chromium, startChromium } from "@souk/testkit";
import type { Frame, Page } from "playwright-core";
import { buildBridgeScripts } from "./bridge-scripts.ts";

/** An admin, an app and a third party, each on its own origin, and a real browser. */
export interface BridgeFixture {
  chromium: Chromium;
  /** Return the origin `http://{name}:{port}`. */
  origin(name: "admin.souk.localhost" | "app.localhost" | "stranger.localhost"): string;
  /** Open the admin's page with the app in a frame. */
  open(options?: OpenOptions): Promise<{ page: Page; frame: Frame }>;
  /** The Authorization headers of the requests to the app's server. */
  authorizations: (string | undefined)[];
  close(): Promise<void>;
}

/** The options of `BridgeFixture.open`. */
export interface OpenOptions {
  /** The path of the app's page. */
  path?: string;
  /** The app origin that the admin expects. */
  appOrigin?: string;
  /** Whether the admin's page has a bridge; by default true. Without a bridge, the page does not respond to the app. */
  hasBridge?: boolean;
}

const sandbox = "allow-scripts allow-forms allow-same-origin allow-popups allow-downloads";

function buildAdminPage({
  src,
  appOrigin,
  hasBridge,
}: {
  src: string;
  appOrigin: string;
  hasBridge: boolean;
}): string {
  const bridgeScript = `
    window.adminCalls = [];
    const record = (name) => (...args) => { window.adminCalls.push([name, ...args]); };
    let tokenCount = 0;
    const host = bridgeHost.createBridgeHost(
      { client_id: "souk_app_1", origin: ${JSON.stringify(appOrigin)}, host_url: location.origin + "/kedai" },
      { onHello: record("onHello"), setTitle: record("setTitle"), navigate: record("navigate"),
        setFrameHeight: record("setFrameHeight"), openConsentPage: record("openConsentPage"),
        showToast: (text) => { record("showToast")(text); document.getElementById("toast").textContent = text; },
        fetchSessionToken: async () => ({ token: "token-" + ++tokenCount, expires_in_s: 60 }) },
      () => performance.now());
    addEventListener("message", (event) => host.receive(event, document.getElementById("app").contentWindow));`;
  return `<!doctype html><title>Admin</title><p id="toast"></p><script src="/bridge-host.js"></script>
<script>${hasBridge ? bridgeScript : ""}</script>
<iframe id="app" name="app" sandbox="${sandbox}" referrerpolicy="no-referrer" allow="" src="${src}"></iframe>`;
}

const appHtml = `<!doctype html><title>App</title><body style="margin: 0"><script src="/app-bridge.js"></script>`;

/** Start one server for the three origins, and a browser. */
export async function createBridgeFixture(): Promise<BridgeFixture> {
  const scripts = await buildBridgeScripts();
  const authorizations: (string | undefined)[] = [];
  let adminHtml = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://any.localhost");
    const send = (type: string, text: string, status = 200) =>
      response.writeHead(status, { "content-type": `${type}; charset=utf-8` }).end(text);
    if (url.pathname === "/bridge-host.js") return send("text/javascript", scripts.admin);
    if (url.pathname === "/app-bridge.js") return send("text/javascript", scripts.app);
    if (url.pathname === "/api/who") {
      authorizations.push(request.headers.authorization);
      // Reject the first token, so that the app must request another.
      const isFirstToken = request.headers.authorization === "Bearer token-1";
      return send("application/json", "{}", isFirstToken ? 401 : 200);
    }
    return send("text/html", request.headers.host?.startsWith("admin.") ? adminHtml : appHtml);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin: BridgeFixture["origin"] = (name) => `http://${name}:${port}`;
  const chromium = await startChromium();
  return {
    chromium,
    origin,
    authorizations,
    open: async ({ path, appOrigin = origin("app.localhost"), hasBridge = true } = {}) => {
      const hostUrl = encodeURIComponent(`${origin("admin.souk.localhost")}/kedai`);
      const src = `${origin("app.localhost")}${path ?? `/?shop=kedai.souk.localhost&host_url=${hostUrl}&timestamp=1&hmac=00`}`;
      adminHtml = buildAdminPage({ src, appOrigin, hasBridge });
      const page = await chromium.browser.newPage();
      await page.goto(`${origin("admin.souk.localhost")}/kedai/apps/installed/souk_app_1`);
      const frame = page.frame("app");
      if (frame === null) throw new Error("The admin's page has no frame.");
      await frame.waitForLoadState();
      return { page, frame };
    },
    close: async () => {
      await chromium.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
