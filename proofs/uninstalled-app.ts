import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "@souk/database";
import type { PlatformClient, RecordingReceiver } from "@souk/testkit";
import type { DemoStore } from "./demo-store.ts";
import { installWatchingApp, listReceivedWebhooks, type WatchingApp } from "./watching-app.ts";

const retryMs = 15;

/** Install an app that subscribes to changes of stock and to its own uninstall. */
export async function installNotifiedApp(
  platform: PlatformClient,
  store: DemoStore,
  receiver: RecordingReceiver,
): Promise<WatchingApp> {
  const app = await installWatchingApp(platform, store, receiver);
  const webhook = { topic: "app/uninstall", url: `${receiver.url}${app.path}` };
  const response = await platform.request(`${store.origin}/api/3.0/webhooks.json`, {
    method: "POST",
    token: app.token,
    json: { webhook },
  });
  assert.equal(response.status, 200, response.text);
  return app;
}

/** Uninstall an app as the store's owner, and repeat the request until the app is gone, because the server may crash. */
export async function uninstallUntilGone(store: DemoStore, { client_id }: WatchingApp): Promise<void> {
  const appsUrl = `${store.host_url}/api/console/apps`;
  const appUrl = `${appsUrl}.json?client_id=${client_id}`;
  const { browser } = store.owner;
  for (;;) {
    const response = await browser.call("GET", appUrl).catch(() => null);
    if (response?.status === 200) {
      const [installedApp] = response.json<{ apps: { id: number }[] }>().apps;
      if (installedApp === undefined) return;
      await browser.call("DELETE", `${appsUrl}/${installedApp.id}.json`).catch(() => null);
    }
    await sleep(retryMs);
  }
}

/** Find remaining records of an uninstalled app, and report if the app received no app/uninstall webhook. */
export async function findUninstallErrors(
  db: Queryable,
  app: WatchingApp,
  receiver: RecordingReceiver,
): Promise<string[]> {
  const rows = await db.many<{ record: string }>(
    `with removed as (select i.id from installations i join apps a on a.id = i.app_id where a.client_id = $1)
     select 'an installation that is not uninstalled' as record from installations
       where id in (select id from removed) and status <> 'uninstalled'
     union all select 'a token' from access_tokens where installation_id in (select id from removed)
     union all select 'a subscription' from webhook_subscriptions where installation_id in (select id from removed)
     union all select 'a lane' from lanes where installation_id in (select id from removed)
     union all select 'a pending delivery' from deliveries where installation_id in (select id from removed) and state = 'pending'`,
    [app.client_id],
  );
  const isNotified = listReceivedWebhooks(app, receiver.requests).some(
    ({ topic }) => topic === "app/uninstall",
  );
  const errors = rows.map(({ record }) => `an uninstalled app has ${record}`);
  return isNotified ? errors : [...errors, "an app received no app/uninstall webhook"];
}
