import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { installApp, type PlatformClient, registerApp, type SeededApp, signUp } from "@souk/testkit";
import type { Attack } from "./attacks.ts";

const testStoreCount = 3;

/** A partner with apps, the first of which is installed in test stores. The partner floods the operations of the partner dashboard. */
export interface HostilePartner {
  apps: readonly SeededApp[];
}

/** Sign up a partner with `appCount` apps, and a merchant with test stores in which the first app is installed. */
export async function createHostilePartner(
  client: PlatformClient,
  appCount: number,
): Promise<HostilePartner> {
  const { addresses } = client;
  const partner = await signUp(client, "partners");
  const apps: SeededApp[] = [];
  for (let n = 0; n < appCount; n += 1) apps.push(await registerApp(client, "http://localhost:1", partner));
  const [app] = apps;
  if (app === undefined) throw new Error("The partner has no app.");
  const owner = await signUp(client, "admin");
  for (let n = 0; n < testStoreCount; n += 1) {
    const store = { name: `Test ${n}`, handle: `stranger-test-${n}` };
    const url = `${addresses.adminOrigin}/api/console/stores.json`;
    const response = await owner.browser.call("POST", url, { store });
    assert.equal(response.status, 200, response.text);
    const { host_url } = response.json<{ store: { host_url: string } }>().store;
    await installApp(client, {
      store: { origin: addresses.storeOrigin(store.handle), host_url, owner },
      app,
    });
  }
  return { apps };
}

/** List the attacks on the operations of the partner dashboard, by name. */
export function listPartnerAttacks(
  { apps }: HostilePartner,
  { partnersOrigin }: PlatformClient["addresses"],
): Record<string, Attack> {
  const [firstApp, ...otherApps] = apps;
  if (firstApp === undefined) throw new Error("The partner has no app.");
  const { browser } = firstApp.partner;
  let otherCount = 0;
  const getNextOtherApp = () => otherApps[otherCount++ % otherApps.length] ?? firstApp;
  const send =
    (method: string, getPath: () => string, json?: unknown): Attack["send"] =>
    () =>
      browser.call(method, `${partnersOrigin}/api/console/${getPath()}`, json);
  const read = (path: string): Attack => ({ expected: 200, send: send("GET", () => path) });
  const buildApp = () => ({
    name: `App ${randomBytes(5).toString("hex")}`,
    app_url: "http://localhost:1/app",
    redirection_urls: Array.from({ length: 5 }, (_, n) => `http://localhost:1/callback/${n}`),
  });
  const register = () => browser.call("POST", `${partnersOrigin}/api/console/apps.json`, { app: buildApp() });
  const badApp = { app: { ...buildApp(), app_url: `http://localhost:1/${"x".repeat(900_000)}` } };
  return {
    "partner apps": read("apps.json?limit=250"),
    "partner deep page": read("apps.json?limit=250&page=1000000"),
    "partner summaries": read("app_summaries.json?limit=250"),
    "partner installations": read(
      `apps/${firstApp.id}/installations.json?query=${"stranger ".repeat(20)}&limit=250`,
    ),
    "partner register": { expected: 200, send: register },
    "partner rejected app": { expected: 422, send: send("POST", () => "apps.json", badApp) },
    "partner update": {
      expected: 200,
      send: send("PUT", () => `apps/${getNextOtherApp().id}.json`, { app: { name: "y".repeat(60) } }),
    },
    "partner secret": {
      expected: 200,
      send: send("POST", () => `apps/${getNextOtherApp().id}/secrets.json`),
    },
    "partner switch": {
      expected: 200,
      send: send("POST", () => `apps/${getNextOtherApp().id}/secrets/switch.json`),
    },
    "partner install link": read(`apps/${firstApp.id}/install_link.json`),
  };
}
