import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { snippetPlacements } from "@souk/contract";
import { signWebhook } from "@souk/signing";
import {
  callConsole,
  loadInstallationId,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { install, visit } from "./testing/app-fixture.ts";
import { type GuideProgram, startGuideProgram } from "./testing/guide-program.ts";

let platform: TestPlatform;
let store: SeededStore;
let program: GuideProgram;

before(async () => {
  platform = await startTestPlatform();
  store = await seedStore(platform, { products: 2 });
  program = await startGuideProgram(platform, "docs/guides/extend-a-store.md");
});

after(async () => {
  await program.stop();
  await platform.stop();
});

interface Customization {
  snippets: { field: string; beginning: string }[];
  script_tags: { src: string }[];
  admin_links: { id: number; label: string }[];
  curls: { topic: string; url: string }[];
}

test("the extension guide's program creates all four kinds of customization, and its admin link works", async () => {
  const { url, registeredApp } = program;
  await install(store, { registeredApp });
  const id = await loadInstallationId(store, registeredApp);
  const { customization } = await callConsole<{ customization: Customization }>(store.owner.browser, [
    "GET",
    `${store.host_url}/api/console/apps/${id}/customization.json`,
  ]);
  const { snippets, script_tags, admin_links, curls: callbacks } = customization;
  assert.deepEqual(
    snippets.map(({ field }) => field),
    ["product/button"],
  );
  assert.match(snippets[0]?.beginning ?? "", /We wrap it as a gift/);
  assert.deepEqual(
    [script_tags.map(({ src }) => src), callbacks.map((callback) => [callback.topic, callback.url])],
    [[`${url}/gift-note.js`], [["shipping/list/non_cod", `${url}/rates`]]],
  );
  assert.match(await (await fetch(`${url}/gift-note.js`)).text(), /gift-note/);
  const { open } = await callConsole<{ open: { url: string } }>(
    store.owner.browser,
    ["POST", `${store.host_url}/api/console/app_links/${admin_links[0]?.id}/open.json`],
    { ids: [17] },
  );
  assert.equal(await (await visit(open.url)).text(), "Gift wrapping for product 17");
});

test("the extension guide's rate callback accepts only requests signed with the client secret", async () => {
  const { url, registeredApp } = program;
  const body = JSON.stringify({ destination: {}, origin: {}, items: [], currency: "MYR", subtotal: "0.00" });
  const requestRates = (secret: string) => {
    const headers = signWebhook(Buffer.from(body), { id: "rates_1", sentAt: new Date(), secret });
    return fetch(`${url}/rates`, { method: "POST", body, headers: { ...headers } });
  };
  const response = (await (await requestRates(registeredApp.client_secret)).json()) as {
    rate: { name: string }[];
  };
  assert.equal(response.rate[0]?.name, "Gift post");
  assert.equal((await requestRates("another")).status, 401);
});

test("the extension guide lists every placement of snippets", () => {
  for (const placement of snippetPlacements) assert.ok(program.guide.includes(`\`${placement}\``), placement);
});
