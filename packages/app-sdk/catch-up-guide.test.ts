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
import { install, signedAppUrl, visit } from "./testing/app-rig.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let shop: SeededShop;
let program: GuideProgram;

before(async () => {
  platform = await testPlatform();
  shop = await seedShop(platform, { products: 2 });
  program = await startGuideProgram(platform, "docs/guides/catch-up.md");
  await install(shop, program);
});

after(async () => {
  await program.stop();
  await platform.stop();
});

/** What the merchant does in the admin. */
async function rename(id: number | undefined, title: string): Promise<void> {
  const call = ["PUT", `${shop.host_url}/api/3.0/products/${id}.json`] as const;
  await consoleCall(shop.owner.browser, [...call], { product: { title } });
}

async function titles(): Promise<string[]> {
  return (await (await visit(await signedAppUrl(shop, program))).text()).split("\n");
}

test("the guide's program learns of what happened while it was disabled, as soon as a delivery's number is missing", async () => {
  const [first, second] = [...new Set(shop.variants.map(({ product_id }) => product_id))];
  assert.equal((await titles()).length, 2);
  await rename(first, "Heard at once");
  await eventually(async () => (await titles()).includes("Heard at once"));
  const place = `${shop.host_url}/api/console/apps/${await installationOf(shop, program.registered)}`;
  await consoleCall(shop.owner.browser, ["POST", `${place}/disable.json`]);
  await rename(first, "Said to nobody");
  await eventually(async () => (await platform.database.query("select from event_inbox")).rowCount === 0);
  await consoleCall(shop.owner.browser, ["POST", `${place}/enable.json`]);
  assert.ok((await titles()).includes("Heard at once"));
  await rename(second, "Heard again");
  await eventually(async () => (await titles()).includes("Said to nobody"));
  assert.ok((await titles()).includes("Heard again"));
});
