import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { callConsole, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform({
    role: "api",
    config: { rateLimit: { bucketSize: 40, refillPerSecond: 0.001 } },
  });
});
after(() => testPlatform.stop());

test("a request costs one rate-limit token per started 256 KiB of its body, even if rejected", async () => {
  const { origin, host_url, owner } = await seedStore(testPlatform);
  const { custom_app } = await callConsole<{ custom_app: { access_token: string } }>(
    owner.browser,
    ["POST", `${host_url}/api/console/custom_apps.json`],
    { name: "Import", scopes: ["write_products"] },
  );
  const send = async (body: string): Promise<[status: number, remaining: number]> => {
    const { status, headers } = await testPlatform.request(`${origin}/api/3.0/products.json`, {
      method: "POST",
      token: custom_app.access_token,
      body,
      headers: { "content-type": "application/json" },
    });
    return [status, Number(headers["x-ratelimit-remaining"])];
  };
  assert.deepEqual(await send("{"), [400, 39]);
  assert.deepEqual(await send(`"${"x".repeat(1_000_000)}`), [400, 35]);
  const product = { title: "Lamp", body_html: "x".repeat(300_000) };
  assert.deepEqual(await send(JSON.stringify({ product: { ...product, vendor: 1 } })), [422, 33]);
});
