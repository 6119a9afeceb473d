import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  consoleCall,
  eventually,
  installationOf,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { install } from "./testing/app-rig.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let shop: SeededShop;
let program: GuideProgram;

before(async () => {
  platform = await testPlatform();
  shop = await seedShop(platform, { products: 2, locations: 1 });
  program = await startGuideProgram(platform, "packages/app-sdk/README.md");
});

after(async () => {
  await program.stop();
  await platform.stop();
});

test("the README's app answers its page, and a shop that disables it does not end it for the others", async () => {
  const { url, registered } = program;
  await install(shop, program);
  const { browser } = shop.owner;
  const place = `${shop.host_url}/api/console/apps/${await installationOf(shop, registered)}`;
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
