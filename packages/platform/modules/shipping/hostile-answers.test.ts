import assert from "node:assert/strict";
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
