import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";

let testing: TestPlatform;
let store: SeededStore;

before(async () => {
  testing = await startTestPlatform();
  store = await seedStore(testing);
});
after(() => testing.stop());

const url = () => `${store.host_url}/api/console`;

function createCustomApp(name: string) {
  const custom_app = { name, scopes: ["read_products"] };
  return store.owner.browser.call("POST", `${url()}/custom_apps.json`, { custom_app });
}

test("a store has at most 20 custom apps, also when they are created at the same time", async () => {
  const responses = await Promise.all(
    Array.from({ length: 23 }, (_, index) => createCustomApp(`App ${index}`)),
  );
  const created = responses.filter(({ status }) => status === 200);
  assert.equal(created.length, 20);
  const rejected = responses.find(({ status }) => status !== 200);
  assert.equal(rejected?.status, 409);
  assert.match(rejected.text, /at most 20 custom apps/);
  const { id } = created[0]?.json<{ custom_app: { id: number } }>().custom_app ?? assert.fail();
  assert.equal((await store.owner.browser.call("DELETE", `${url()}/apps/${id}.json`)).status, 200);
  assert.equal((await createCustomApp("Another")).status, 200);
});
