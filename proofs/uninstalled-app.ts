import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "@souk/database";
import type { ReachedPlatform, RecordingReceiver } from "@souk/testkit";
import type { DemoStore } from "./demo-store.ts";
import { heardBy, installWatchingApp, type WatchingApp } from "./watching-app.ts";

const retryMs = 15;

/** Install an app that subscribes to changes of stock and to its own uninstall. */
export async function installLeavingApp(
  platform: ReachedPlatform,
  store: DemoStore,
  receiver: RecordingReceiver,
): Promise<WatchingApp> {
  const app = await installWatchingApp(platform, store, receiver);
  const webhook = { topic: "app/uninstall", url: `${receiver.url}${app.path}` };
  const answer = await platform.request(`${store.origin}/api/3.0/webhooks.json`, {
    method: "POST",
    token: app.token,
    json: { webhook },
  });
  assert.equal(answer.status, 200, answer.text);
  return app;
}

/**
 * Uninstall an app as its merchant does, repeating the request until it is gone: connections may break at any point.
 */
export async function uninstall(store: DemoStore, { client_id }: WatchingApp): Promise<void> {
  const api = `${store.host_url}/api/console/apps`;
  const own = `${api}.json?client_id=${client_id}`;
  const { browser } = store.owner;
  for (;;) {
    const listed = await browser.call("GET", own).catch(() => null);
    if (listed?.status === 200) {
      const [installed] = listed.json<{ apps: { id: number }[] }>().apps;
      if (installed === undefined) return;
      await browser.call("DELETE", `${api}/${installed.id}.json`).catch(() => null);
    }
    await sleep(retryMs);
  }
}

/** Find the faults of an uninstalled app: a missing notification, records that remain, or work that waits for it. */
export async function findUninstallErrors(
  db: Queryable,
  app: WatchingApp,
  receiver: RecordingReceiver,
): Promise<string[]> {
  const rows = await db.many<{ what: string }>(
    `with own as (select i.id from installations i join apps a on a.id = i.app_id where a.client_id = $1)
     select 'an installation that has not ended' as what from installations
       where id in (select id from own) and status <> 'uninstalled'
     union all select 'a token' from access_tokens where installation_id in (select id from own)
     union all select 'a subscription' from webhook_subscriptions where installation_id in (select id from own)
     union all select 'a lane' from lanes where installation_id in (select id from own)
     union all select 'a pending delivery' from deliveries where installation_id in (select id from own) and state = 'pending'`,
    [app.client_id],
  );
  const isNotified = heardBy(app, receiver.requests).some(({ topic }) => topic === "app/uninstall");
  const left = rows.map(({ what }) => `an uninstalled app has ${what}`);
  return isNotified ? left : [...left, "an app did not hear of its uninstall"];
}
