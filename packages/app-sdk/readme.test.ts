import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  consoleCall,
  eventually,
  loadInstallationId,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { install } from "./testing/app-fixture.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let store: SeededStore;
let program: GuideProgram;

before(async () => {
  platform = await testPlatform();
  store = await seedStore(platform, { products: 2, locations: 1 });
  program = await startGuideProgram(platform, "packages/app-sdk/README.md");
});

after(async () => {
  await program.stop();
  await platform.stop();
});

test("the README's app serves its page, and a store that disables it affects no other", async () => {
  const { url, registered } = program;
  await install(store, program);
  const { browser } = store.owner;
  const place = `${store.host_url}/api/console/apps/${await loadInstallationId(store, registered)}`;
  const { session_token } = await consoleCall<{ session_token: string }>(browser, [
    "POST",
    `${place}/session_token.json`,
  ]);
  const ask = () => fetch(url, { headers: { authorization: `Bearer ${session_token}` } });
  assert.equal(((await (await ask()).json()) as unknown[]).length, 1);
  await consoleCall(browser, ["POST", `${place}/disable.json`]);
  assert.equal((await ask()).status, 500);
  await eventually(() => program.printed().includes("souk server: ApiError"));
  await consoleCall(browser, ["POST", `${place}/enable.json`]);
  assert.equal((await ask()).status, 200);
});
