import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  callConsole,
  eventually,
  loadInstallationId,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { install } from "./testing/app-fixture.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let store: SeededStore;
let program: GuideProgram;

before(async () => {
  platform = await startTestPlatform();
  store = await seedStore(platform, { products: 2, locations: 1 });
  program = await startGuideProgram(platform, "packages/app-sdk/README.md");
});

after(async () => {
  await program.stop();
  await platform.stop();
});

test("the README's app works, fails while it is disabled, and works when enabled again", async () => {
  const { url, registeredApp } = program;
  await install(store, program);
  const { browser } = store.owner;
  const installationUrl = `${store.host_url}/api/console/apps/${await loadInstallationId(store, registeredApp)}`;
  const { session_token } = await callConsole<{ session_token: string }>(browser, [
    "POST",
    `${installationUrl}/session_token.json`,
  ]);
  const callApp = () => fetch(url, { headers: { authorization: `Bearer ${session_token}` } });
  // The README's app responds with the list of the store's locations.
  assert.equal(((await (await callApp()).json()) as unknown[]).length, 1);
  await callConsole(browser, ["POST", `${installationUrl}/disable.json`]);
  assert.equal((await callApp()).status, 500);
  await eventually(() => program.getErrorOutput().includes("souk server: ApiError"));
  await callConsole(browser, ["POST", `${installationUrl}/enable.json`]);
  assert.equal((await callApp()).status, 200);
});
