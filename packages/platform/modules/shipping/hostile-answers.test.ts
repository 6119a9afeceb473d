import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { goodRate, type RateApp, type RatesRig, ratesRig } from "./testing/rates-rig.ts";

let rig: RatesRig;
let app: RateApp;

before(async () => {
  rig = await ratesRig();
  app = await rig.addApp();
});
after(() => rig.stop());

/** An answer of the app, once an earlier one was good: what failed before is forgotten. */
async function reasonFor(answer: Parameters<RateApp["answers"]>[0]): Promise<string | undefined> {
  app.answers([]);
  await rig.quote();
  app.answers(answer);
  const { shipping_rates, unanswered } = await rig.quote();
  assert.deepEqual(shipping_rates, []);
  return unanswered[0]?.reason;
}

test("whatever an app answers, the caller is answered, and told in a word why there are no rates", async () => {
  const body = JSON.stringify({ rate: [goodRate] });
  assert.equal(await reasonFor({ status: 201, body }), "not_200");
  assert.equal(await reasonFor({ status: 302, headers: { location: "/" }, body }), "not_200");
  assert.equal(await reasonFor("reset"), "unreachable");
  assert.equal(await reasonFor("<html>"), "malformed");
  assert.equal(await reasonFor([{ ...goodRate, shipping_charge: "free" }]), "malformed");
  assert.equal(
    await reasonFor(JSON.stringify({ rate: [goodRate], pad: "x".repeat(80 * 1024) })),
    "malformed",
  );
  assert.equal(
    await reasonFor({ status: 200, headers: { "content-encoding": "gzip" }, body: "\x1f\x8b" }),
    "malformed",
  );
  const large = Buffer.alloc(64 * 1024 * 1024, "[");
  const began = performance.now();
  assert.equal(await reasonFor({ status: 200, body: large }), "malformed");
  assert.ok(performance.now() - began < 5_500);
});

test("rates that are left out are told in the log by their places, with the app and the shop", async () => {
  app.answers([goodRate, { ...goodRate, id: "bad", shipping_charge: "8.005" }]);
  const { shipping_rates, unanswered } = await rig.quote();
  assert.deepEqual([shipping_rates.length, unanswered], [1, []]);
  const line =
    rig.testing.log.lines.findLast(({ level }) => level === "warn") ?? assert.fail("nothing is told");
  const told = JSON.stringify(line);
  for (const part of [app.app.handle, new URL(rig.shop.origin).hostname, "rate.1.shipping_charge"])
    assert.ok(told.includes(part), part);
});

test("a name with script in it is answered as the text that it is", async () => {
  const name = "<script>alert(1)</script>";
  app.answers([{ ...goodRate, name }]);
  assert.equal((await rig.quote()).shipping_rates[0]?.name, name);
});

test("an app whose answer drips has not answered in time; one whose answer breaks off could not be reached", async () => {
  const whole = JSON.stringify({ rate: [goodRate] });
  const server = createServer((request, response) => {
    response.writeHead(200, { "content-length": whole.length });
    if (request.url === "/broken") return void response.write(whole.slice(0, -1), () => response.destroy());
    const dripping = setInterval(() => response.write(" "), 100);
    response.on("close", () => clearInterval(dripping));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const turn = async (path: string): Promise<string | undefined> => {
    const url = `http://127.0.0.1:${port}${path}`;
    await rig.testing.database.query("update curls set url = $2 where store_id = $1", [rig.shop.id, url]);
    return (await rig.quote()).unanswered[0]?.reason;
  };
  for (let time = 0; time < 2; time++) assert.equal(await turn("/dripping"), "timeout");
  assert.equal(await turn("/broken"), "unreachable");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
