import assert from "node:assert/strict";
import { test } from "node:test";
import {
  eventually,
  fakeClock,
  installApp,
  recordingReceiver,
  registerApp,
  seedStore,
  testPlatform,
} from "@souk/testkit";

test("INS-16: an app is shown as uninstalling until it is removed, and is then unknown", async () => {
  const clock = fakeClock();
  // Nothing is sent here, so that the uninstall waits as long as the clock stands still.
  const testing = await testPlatform({ clock, role: "api" });
  const receiver = await recordingReceiver();
  const store = await seedStore(testing);
  const app = await registerApp(testing, receiver.url);
  const { token } = await installApp(testing, { store, app });
  const json = { topic: "app/uninstall", url: `${receiver.url}/hooks` };
  const hook = await testing.request(`${store.origin}/api/3.0/webhooks.json`, {
    method: "POST",
    token,
    json,
  });
  assert.equal(hook.status, 200, hook.text);

  const call = (method: string, path: string) =>
    store.owner.browser.call(method, `${store.host_url}/api/console${path}`);
  const listed = async () => {
    const answer = await call("GET", `/apps.json?client_id=${app.client_id}`);
    return answer.json<{ apps: { id: number; status: string }[] }>().apps;
  };
  const id = (await listed())[0]?.id;
  assert.equal((await call("DELETE", `/apps/${id}.json`)).status, 200);
  const shown = (await call("GET", `/apps/${id}.json`)).json<{ app: { status: string } }>();
  assert.equal(shown.app.status, "uninstalling");
  assert.deepEqual(
    (await listed()).map(({ status }) => status),
    ["uninstalling"],
  );
  assert.equal((await call("POST", `/apps/${id}/session_token.json`)).status, 409);
  clock.advance(2_000);
  await eventually(async () => (await call("GET", `/apps/${id}.json`)).status === 404);
  assert.deepEqual(await listed(), []);
  await receiver.stop();
  await testing.stop();
});
