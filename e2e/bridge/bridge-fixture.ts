import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Chromium, startChromium } from "@souk/testkit";
import type { Frame, Page } from "playwright-core";
import { bridgeScripts } from "./bridge-scripts.ts";

/** Admin, app and stranger, each on its own origin, and a real browser. */
export interface BridgeFixture {
  chromium: Chromium;
  /** Return the origin `http://{name}:{port}`. */
  origin(name: "admin.souk.localhost" | "app.localhost" | "stranger.localhost"): string;
  /** Open the app in the admin's frame. */
  open(options?: OpenOptions): Promise<{ page: Page; frame: Frame }>;
  /** Authorization headers that the app's server received. */
  authorizations: (string | undefined)[];
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Path of the app's page. */
  path?: string;
  /** App origin that the admin expects. */
  appOrigin?: string;
  /** True when the admin's page has no bridge. */
  deaf?: boolean;
}

const sandbox = "allow-scripts allow-forms allow-same-origin allow-popups allow-downloads";

function adminPage({ src, appOrigin, deaf }: { src: string; appOrigin: string; deaf: boolean }): string {
  const listen = `
    window.done = [];
    const note = (name) => (...given) => { window.done.push([name, ...given]); };
    let tokens = 0;
    const host = bridgeHost.createBridgeHost(
      { client_id: "souk_app_1", origin: ${JSON.stringify(appOrigin)}, host_url: location.origin + "/kedai" },
      { greet: note("greet"), title: note("title"), go: note("go"), resize: note("resize"), authorize: note("authorize"),
        toast: (text) => { note("toast")(text); document.getElementById("toast").textContent = text; },
        sessionToken: async () => ({ token: "token-" + ++tokens, expires_in_s: 60 }) },
      () => performance.now());
    addEventListener("message", (event) => host.receive(event, document.getElementById("app").contentWindow));`;
  return `<!doctype html><title>Admin</title><p id="toast"></p><script src="/bridge-host.js"></script>
<script>${deaf ? "" : listen}</script>
<iframe id="app" name="app" sandbox="${sandbox}" referrerpolicy="no-referrer" allow="" src="${src}"></iframe>`;
}

const appPage = `<!doctype html><title>App</title><body style="margin: 0"><script src="/app-bridge.js"></script>`;

export async function createBridgeFixture(): Promise<BridgeFixture> {
  const scripts = await bridgeScripts();
  const authorizations: (string | undefined)[] = [];
  let admin = "";
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://any.localhost");
    const send = (type: string, text: string, status = 200) =>
      response.writeHead(status, { "content-type": `${type}; charset=utf-8` }).end(text);
    if (url.pathname === "/bridge-host.js") return send("text/javascript", scripts.admin);
    if (url.pathname === "/app-bridge.js") return send("text/javascript", scripts.app);
    if (url.pathname === "/api/who") {
      authorizations.push(request.headers.authorization);
      const isOld = request.headers.authorization === "Bearer token-1";
      return send("application/json", "{}", isOld ? 401 : 200);
    }
    return send("text/html", request.headers.host?.startsWith("admin.") ? admin : appPage);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin: BridgeFixture["origin"] = (name) => `http://${name}:${port}`;
  const chromium = await startChromium();
  return {
    chromium,
    origin,
    authorizations,
    open: async ({ path, appOrigin = origin("app.localhost"), deaf = false } = {}) => {
      const hostUrl = encodeURIComponent(`${origin("admin.souk.localhost")}/kedai`);
      const src = `${origin("app.localhost")}${path ?? `/?shop=kedai.souk.localhost&host_url=${hostUrl}&timestamp=1&hmac=00`}`;
      admin = adminPage({ src, appOrigin, deaf });
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
