import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { createRatesFixture, type RateApp, type RatesFixture, validRate } from "./testing/rates-fixture.ts";

let fixture: RatesFixture;
let app: RateApp;

before(async () => {
  fixture = await createRatesFixture();
  app = await fixture.addApp();
});
after(() => fixture.stop());

/** The time limit of a rate request, which is 5 s, and half a second for the work of the test. */
const maxQuoteMs = 5_500;

/** Let the app send this response, and return the reason in the quote. First, a valid response resets the app's earlier failures. */
async function getReason(response: Parameters<RateApp["respondWith"]>[0]): Promise<string | undefined> {
  app.respondWith([]);
  await fixture.quote();
  app.respondWith(response);
  const { shipping_rates, unanswered } = await fixture.quote();
  assert.deepEqual(shipping_rates, []);
  return unanswered[0]?.reason;
}

test("for every app response without valid rates, the caller gets a reason", async () => {
  const body = JSON.stringify({ rate: [validRate] });
  assert.equal(await getReason({ status: 201, body }), "not_200");
  assert.equal(await getReason({ status: 302, headers: { location: "/" }, body }), "not_200");
  assert.equal(await getReason("reset"), "unreachable");
  assert.equal(await getReason("<html>"), "malformed");
  assert.equal(await getReason([{ ...validRate, shipping_charge: "free" }]), "malformed");
  assert.equal(
    await getReason(JSON.stringify({ rate: [validRate], pad: "x".repeat(80 * 1024) })),
    "malformed",
  );
  assert.equal(
    await getReason({ status: 200, headers: { "content-encoding": "gzip" }, body: "\x1f\x8b" }),
    "malformed",
  );
  const largeBody = Buffer.alloc(64 * 1024 * 1024, "[");
  const startedAt = performance.now();
  assert.equal(await getReason({ status: 200, body: largeBody }), "malformed");
  assert.ok(performance.now() - startedAt < maxQuoteMs);
});

test("errors of invalid rates are logged with the rate's index, the app and the store", async () => {
  app.respondWith([validRate, { ...validRate, id: "bad", shipping_charge: "8.005" }]);
  const { shipping_rates, unanswered } = await fixture.quote();
  assert.deepEqual([shipping_rates.length, unanswered], [1, []]);
  const line =
    fixture.testPlatform.log.lines.findLast(({ level }) => level === "warn") ??
    assert.fail("nothing is logged");
  const logText = JSON.stringify(line);
  const message = "rate.1.shipping_charge must be an amount with at most 2 decimal places.";
  for (const text of [app.app.handle, new URL(fixture.store.origin).hostname, message])
    assert.ok(logText.includes(text), text);
});

test("a rate's name that contains a script is returned as plain text", async () => {
  const name = "<script>alert(1)</script>";
  app.respondWith([{ ...validRate, name }]);
  assert.equal((await fixture.quote()).shipping_rates[0]?.name, name);
});

test("an app's slow response is reported as a timeout, and an interrupted response as unreachable", async () => {
  const body = JSON.stringify({ rate: [validRate] });
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-length": body.length });
    if (request.url === "/interrupted")
      return void response.write(body.slice(0, -1), () => response.destroy());
    const dripTimer = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(dripTimer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const quoteFrom = async (path: string): Promise<string | undefined> => {
    const url = `http://127.0.0.1:${port}${path}`;
    await fixture.testPlatform.database.query("update curls set url = $2 where store_id = $1", [
      fixture.store.id,
      url,
    ]);
    return (await fixture.quote()).unanswered[0]?.reason;
  };
  for (let attempt = 0; attempt < 2; attempt++) assert.equal(await quoteFrom("/dripping"), "timeout");
  assert.equal(await quoteFrom("/interrupted"), "unreachable");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
