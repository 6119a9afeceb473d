import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { assertBecomes, type ReceivedRequest, startRecordingReceiver } from "@souk/testkit";
import { createEngineFixture, type TestSubscription } from "./testing/engine-fixture.ts";

/** Compute the HMAC-SHA256 of bytes with openssl, in hex. */
function computeOpensslHmac(body: Buffer, secret: string): string {
  const { stdout, status } = spawnSync("openssl", ["dgst", "-sha256", "-hmac", secret, "-r"], {
    input: body,
  });
  assert.equal(status, 0);
  return stdout.toString().split(" ")[0] ?? "";
}

const bodies = {
  ascii: '{"id":1,"title":"Batik"}',
  unicode: '{"id":2,"title":"Bätik 手工蜡染 🧵 \\u0000 \\"quoted\\""}',
  large: JSON.stringify({ id: 3, description: "染 batik ".repeat(100_000) }),
};

/** Compute with openssl what a request's `webhook-signature` header (Standard Webhooks) must contain. */
function computeOpensslSignature({ headers, body }: ReceivedRequest, secret: string): string {
  const prefix = Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`);
  const hex = computeOpensslHmac(Buffer.concat([prefix, body]), secret);
  return `v1,${Buffer.from(hex, "hex").toString("base64")}`;
}

test("P13: all attempts of a delivery that are signed with one secret have the same body and signature", async (t) => {
  const [fixture, receiver] = await Promise.all([createEngineFixture(), startRecordingReceiver()]);
  t.after(async () => {
    await fixture.stop();
    await receiver.stop();
  });
  assert.ok(Buffer.byteLength(bodies.large) > 1_000_000);
  receiver.respondWith({ status: 500 });
  fixture.clock.set(new Date());
  const payloads = Object.values(bodies);
  const hooks: TestSubscription[] = [];
  // Each delivery has its own app and so its own endpoint, because the failures of all three would open a shared breaker.
  for (const payload of payloads) {
    const hook = await fixture.subscribe(await fixture.install(), "product/update", `${receiver.url}/signed`);
    hooks.push(hook);
    await fixture.raiseEvents([hook], [{ payload }]);
  }
  const loadAttemptCounts = async ({ installation_id }: TestSubscription) =>
    (await fixture.listDeliveries(installation_id)).map(({ attempts }) => attempts);
  let secret = "the first secret";
  const secretByRequest = new Map<ReceivedRequest, string>();
  const engine = fixture.startEngine({ findSigningSecret: async () => secret });
  for (let attempt = 1; attempt <= 4; attempt++) {
    await assertBecomes(
      async () => (await Promise.all(hooks.map(loadAttemptCounts))).flat(),
      [attempt, attempt, attempt],
    );
    for (const request of receiver.requests)
      if (!secretByRequest.has(request)) secretByRequest.set(request, secret);
    if (attempt === 2) secret = "the rotated secret";
    fixture.clock.advance(3_600_000);
    engine.wake();
  }
  const requestsByDelivery = Map.groupBy(
    secretByRequest.keys(),
    ({ headers }) => headers["service-webhook-id"],
  );
  assert.equal(requestsByDelivery.size, payloads.length);
  for (const requests of requestsByDelivery.values()) {
    const [firstRequest] = requests;
    assert.ok(firstRequest && payloads.includes(firstRequest.body.toString("utf8")));
    const signatures = new Map<string, Set<string | undefined>>();
    for (const request of requests) {
      assert.deepEqual(request.body, firstRequest.body);
      const usedSecret = secretByRequest.get(request) ?? "";
      signatures.set(
        usedSecret,
        (signatures.get(usedSecret) ?? new Set()).add(request.headers["service-hmac-sha256"]),
      );
    }
    assert.equal(signatures.size, 2, "each delivery was tried with both secrets");
    const ids = new Set(requests.map(({ headers }) => headers["webhook-id"]));
    assert.deepEqual([...ids], [`webhook_${firstRequest.headers["service-webhook-id"]}`]);
    const timestamps = requests.map(({ headers }) => Number(headers["webhook-timestamp"]));
    assert.deepEqual(
      timestamps.map((timestamp) => timestamp - (timestamps[0] ?? 0)),
      [0, 3_600, 7_200, 10_800],
    );
    for (const request of requests)
      assert.equal(
        request.headers["webhook-signature"],
        computeOpensslSignature(request, secretByRequest.get(request) ?? ""),
      );
    for (const [usedSecret, seenSignatures] of signatures)
      assert.deepEqual([...seenSignatures], [computeOpensslHmac(firstRequest.body, usedSecret)]);
  }
});
