import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { type Database, temporaryDirectory } from "@souk/database";
import {
  type Browser,
  browser,
  type FakeClock,
  fakeClock,
  type HttpClient,
  httpClient,
  silentLog,
  testDatabase,
} from "@souk/testkit";
import { readConfig } from "../../config/index.ts";
import { createPlatform, type Platform } from "../../create-platform.ts";
import { seedCatalog } from "../../demo/seed-catalog.ts";
import { secureRandomText } from "../../random.ts";
import { listen } from "../listen.ts";

/** A shop with stock and the token of an app that is installed in it. */
export interface ServedShop {
  handle: string;
  /** For example `http://demo.souk.localhost:4000`. */
  origin: string;
  token: string;
  /** The installation behind the token. */
  app_id: number;
  /** The owner's browser. */
  owner: Browser;
}

/** A whole platform behind a real socket, on a database of its own. Its clock stands still until it is moved. */
export interface ServedPlatform {
  platform: Platform;
  database: Database;
  clock: FakeClock;
  port: number;
  request: HttpClient;
  /** Bugs that were logged: the platform's answer to each was a 500. */
  bugs: object[];
  /** Opens a shop of a new owner, with stock, and installs an app of its own with these scopes. */
  openShop(handle: string, scopes?: readonly string[]): Promise<ServedShop>;
  stop(): Promise<void>;
}

export const usualScopes = ["read_products", "write_products"] as const;
export const domain = "souk.localhost:4000";
export const admin = `http://admin.${domain}`;
const products = 3;

export async function servedPlatform(env: Record<string, string> = {}): Promise<ServedPlatform> {
  const { database, stop } = await testDatabase();
  const clock = fakeClock();
  const bugs: object[] = [];
  const dataDir = await temporaryDirectory("souk-http-");
  const platform = await createPlatform({
    config: readConfig({ SOUK_DATA_DIR: dataDir, SOUK_RATE_LIMIT_BUCKET: "10000", ...env }),
    secretKey: randomBytes(32),
    database,
    clock,
    random: secureRandomText,
    log: { ...silentLog, error: (fields) => void bugs.push(fields) },
  });
  const listening = await listen(platform.server, { hosts: ["127.0.0.1"], port: 0, log: silentLog });
  const port = listening.addresses[0]?.port ?? 0;
  const client = httpClient({ host: "127.0.0.1", port });

  async function openShop(handle: string, scopes: readonly string[] = usualScopes): Promise<ServedShop> {
    const owner = browser(client.request, ({ host }) => host.endsWith(domain));
    const account = { email: `${handle}@shops.test`, password: "a good password" };
    await expect200(owner.call("POST", `${admin}/api/console/accounts.json`, account));
    const shop = { handle, name: handle, timezone: "Asia/Kuala_Lumpur", currency_code: "MYR" };
    const { store } = await expect200<{ store: { id: number } }>(
      owner.call("POST", `${admin}/api/console/stores.json`, shop),
    );
    await seedCatalog(database, store.id, products);
    const custom = { name: "Stock Sync", scopes };
    const { custom_app } = await expect200<{ custom_app: { id: number; access_token: string } }>(
      owner.call("POST", `${admin}/${handle}/api/console/custom_apps.json`, custom),
    );
    const origin = `http://${handle}.${domain}`;
    return { handle, origin, token: custom_app.access_token, app_id: custom_app.id, owner };
  }

  return {
    platform,
    database,
    clock,
    port,
    request: client.request,
    bugs,
    openShop,
    stop: async () => {
      client.stop();
      await listening.close(2_000);
      await platform.close();
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function expect200<T>(asked: ReturnType<Browser["call"]>): Promise<T> {
  const answer = await asked;
  if (answer.status !== 200) throw new Error(`${answer.url} answered ${answer.status}: ${answer.text}`);
  return answer.json<T>();
}
