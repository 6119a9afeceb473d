import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Listening, readAppConfig } from "@souk/app-sdk";
import {
  type ConnectedClient,
  callConsole,
  createHttpClient,
  findFreePort,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { startInventorySync } from "../start-inventory-sync.ts";

/** A platform with a store, and the running app. */
export interface SyncFixture {
  platform: TestPlatform;
  store: SeededStore;
  /** Hostname of the store. */
  hostname: string;
  /** Registration of the app on the platform. */
  registeredApp: SeededApp;
  /** The app's server. */
  sync: Listening;
  /** Send a request to the app. */
  sendToApp: ConnectedClient["request"];
  /** Call the console API as the merchant does in the admin. */
  callConsole<T>(method: string, path: string, json?: unknown): Promise<T>;
  stop(): Promise<void>;
}

/** Start a platform, create a store, and start the app as registered on the platform. The app is not installed yet. */
export async function startSyncFixture(): Promise<SyncFixture> {
  const platform = await startTestPlatform();
  const store = await seedStore(platform, { products: 3, locations: 2 });
  const port = await findFreePort();
  const registeredApp = await registerApp(platform, `http://localhost:${port}`);
  const dataDir = await mkdtemp(join(tmpdir(), "inventory-sync-"));
  const sync = await startInventorySync({
    app: readAppConfig({
      SOUK_CLIENT_ID: registeredApp.client_id,
      SOUK_CLIENT_SECRET: registeredApp.client_secret,
      SOUK_APP_URL: registeredApp.app_url,
      SOUK_REDIRECT_URL: registeredApp.redirection_url,
      SOUK_SCOPES: "read_products,write_products",
      SOUK_STORE_DOMAIN_SUFFIX: `.${platform.addresses.domain}`,
    }),
    host: "127.0.0.1",
    port,
    dataDir,
    reconcileSeconds: 600,
  });
  const client = createHttpClient({ host: "127.0.0.1", port });
  return {
    platform,
    store,
    hostname: new URL(store.origin).hostname,
    registeredApp,
    sync,
    sendToApp: client.request,
    callConsole: (method, path, json) =>
      callConsole(store.owner.browser, [method, `${store.host_url}/api/console${path}`], json),
    stop: async () => {
      client.stop();
      await sync.stop();
      await platform.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
