import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createFakeClock,
  eventually,
  installApp,
  registerApp,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
} from "@souk/testkit";

test("INS-16: an app has the status uninstalling until it is removed, then isn't found", async () => {
  const clock = createFakeClock();
  // A process with the role `api` does not send the app/uninstall notice, so the uninstall waits until the clock advances.
  const testPlatform = await startTestPlatform({ clock, role: "api" });
  const receiver = await startRecordingReceiver();
  const store = await seedStore(testPlatform);
  const app = await registerApp(testPlatform, receiver.url);
  const { token } = await installApp(testPlatform, { store, app });
  const json = { topic: "app/uninstall", url: `${receiver.url}/hooks` };
  const webhookResponse = await testPlatform.request(`${store.origin}/api/3.0/webhooks.json`, {
    method: "POST",
    token,
    json,
  });
  assert.equal(webhookResponse.status, 200, webhookResponse.text);

  const call = (method: string, path: string) =>
    store.owner.browser.call(method, `${store.host_url}/api/console${path}`);
  const listApps = async () => {
    const response = await call("GET", `/apps.json?client_id=${app.client_id}`);
    return response.json<{ apps: { id: number; status: string }[] }>().apps;
  };
  const id = (await listApps())[0]?.id;
  assert.equal((await call("DELETE", `/apps/${id}.json`)).status, 200);
  const installedApp = (await call("GET", `/apps/${id}.json`)).json<{ app: { status: string } }>();
  assert.equal(installedApp.app.status, "uninstalling");
  assert.deepEqual(
    (await listApps()).map(({ status }) => status),
    ["uninstalling"],
  );
  assert.equal((await call("POST", `/apps/${id}/session_token.json`)).status, 409);
  clock.advance(2_000);
  await eventually(async () => (await call("GET", `/apps/${id}.json`)).status === 404);
  assert.deepEqual(await listApps(), []);
  await receiver.stop();
  await testPlatform.stop();
});
