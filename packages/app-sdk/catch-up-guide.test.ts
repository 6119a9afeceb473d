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
import { createSignedAppUrl, install, visit } from "./testing/app-fixture.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let store: SeededStore;
let program: GuideProgram;

before(async () => {
  platform = await startTestPlatform();
  store = await seedStore(platform, { products: 2 });
  program = await startGuideProgram(platform, "docs/guides/catch-up.md");
  await install(store, program);
});

after(async () => {
  await program.stop();
  await platform.stop();
});

/** Rename a product, as a merchant does in the admin. */
async function renameProduct(id: number | undefined, title: string): Promise<void> {
  const url = `${store.host_url}/api/3.0/products/${id}.json`;
  await callConsole(store.owner.browser, ["PUT", url], { product: { title } });
}

/** Load the product titles that the program's page lists. */
async function loadTitles(): Promise<string[]> {
  return (await (await visit(await createSignedAppUrl(store, program))).text()).split("\n");
}

test("the catch-up guide's program reads missed events when a delivery number is missing", async () => {
  const [firstId, secondId] = [...new Set(store.variants.map(({ product_id }) => product_id))];
  assert.equal((await loadTitles()).length, 2);
  await renameProduct(firstId, "Received at once");
  await eventually(async () => (await loadTitles()).includes("Received at once"));
  const installationUrl = `${store.host_url}/api/console/apps/${await loadInstallationId(store, program.registeredApp)}`;
  await callConsole(store.owner.browser, ["POST", `${installationUrl}/disable.json`]);
  await renameProduct(firstId, "Changed while disabled");
  // Enable the app only after the change has become an event, so that the app misses this event.
  await eventually(async () => (await platform.database.query("select from event_inbox")).rowCount === 0);
  await callConsole(store.owner.browser, ["POST", `${installationUrl}/enable.json`]);
  assert.ok((await loadTitles()).includes("Received at once"));
  await renameProduct(secondId, "Received afterwards");
  await eventually(async () => (await loadTitles()).includes("Changed while disabled"));
  assert.ok((await loadTitles()).includes("Received afterwards"));
});
