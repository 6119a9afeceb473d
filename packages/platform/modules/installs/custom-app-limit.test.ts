import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";

let testPlatform: TestPlatform;
let store: SeededStore;

before(async () => {
  testPlatform = await startTestPlatform();
  store = await seedStore(testPlatform);
});
after(() => testPlatform.stop());

const buildUrl = (path: string) => `${store.host_url}/api/console${path}`;

function createCustomApp(name: string) {
  const custom_app = { name, scopes: ["read_products"] };
  return store.owner.browser.call("POST", buildUrl("/custom_apps.json"), { custom_app });
}

test("a store has at most 20 custom apps, even if they are created at the same time", async () => {
  const responses = await Promise.all(
    Array.from({ length: 23 }, (_, index) => createCustomApp(`App ${index}`)),
  );
  const successes = responses.filter(({ status }) => status === 200);
  assert.equal(successes.length, 20);
  const rejectedResponse = responses.find(({ status }) => status !== 200);
  assert.equal(rejectedResponse?.status, 409);
  assert.match(rejectedResponse.text, /at most 20 custom apps/);
  const { id } = successes[0]?.json<{ custom_app: { id: number } }>().custom_app ?? assert.fail();
  assert.equal((await store.owner.browser.call("DELETE", buildUrl(`/apps/${id}.json`))).status, 200);
  assert.equal((await createCustomApp("Another")).status, 200);
});
