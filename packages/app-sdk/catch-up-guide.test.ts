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
import { install, signedAppUrl, visit } from "./testing/app-fixture.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let store: SeededStore;
let program: GuideProgram;

before(async () => {
  platform = await testPlatform();
  store = await seedStore(platform, { products: 2 });
  program = await startGuideProgram(platform, "docs/guides/catch-up.md");
  await install(store, program);
});

after(async () => {
  await program.stop();
  await platform.stop();
});

/** Rename a product as the merchant does in the admin. */
async function rename(id: number | undefined, title: string): Promise<void> {
  const call = ["PUT", `${store.host_url}/api/3.0/products/${id}.json`] as const;
  await consoleCall(store.owner.browser, [...call], { product: { title } });
}

async function titles(): Promise<string[]> {
  return (await (await visit(await signedAppUrl(store, program))).text()).split("\n");
}

test("the guide's program catches up once a delivery number is missing", async () => {
  const [first, second] = [...new Set(store.variants.map(({ product_id }) => product_id))];
  assert.equal((await titles()).length, 2);
  await rename(first, "Heard at once");
  await eventually(async () => (await titles()).includes("Heard at once"));
  const place = `${store.host_url}/api/console/apps/${await loadInstallationId(store, program.registered)}`;
  await consoleCall(store.owner.browser, ["POST", `${place}/disable.json`]);
  await rename(first, "Said to nobody");
  await eventually(async () => (await platform.database.query("select from event_inbox")).rowCount === 0);
  await consoleCall(store.owner.browser, ["POST", `${place}/enable.json`]);
  assert.ok((await titles()).includes("Heard at once"));
  await rename(second, "Heard again");
  await eventually(async () => (await titles()).includes("Said to nobody"));
  assert.ok((await titles()).includes("Heard again"));
});
