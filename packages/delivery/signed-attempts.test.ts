import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { becomes, type ReceivedRequest, recordingReceiver } from "@souk/testkit";
import { engineRig, type Subscribed } from "./testing/engine-rig.ts";

/** The HMAC-SHA256 of the bytes, made by another's tool. */
function opensslHmac(body: Buffer, secret: string): string {
  const { stdout, status } = spawnSync("openssl", ["dgst", "-sha256", "-hmac", secret, "-r"], {
    input: body,
  });
  assert.equal(status, 0);
  return stdout.toString().split(" ")[0] ?? "";
}

const bodies = {
  ascii: '{"id":1,"title":"Batik"}',
  other: '{"id":2,"title":"Bätik 手工蜡染 🧵 \\u0000 \\"quoted\\""}',
  large: JSON.stringify({ id: 3, description: "染 batik ".repeat(100_000) }),
};

test("P13: body and signature are the same at every attempt for a secret, and openssl finds the same", async (t) => {
  const [rig, receiver] = await Promise.all([engineRig(), recordingReceiver()]);
  t.after(async () => {
    await rig.stop();
    await receiver.stop();
  });
  assert.ok(Buffer.byteLength(bodies.large) > 1_000_000);
  receiver.answer({ status: 500 });
  rig.clock.set(new Date());
  const payloads = Object.values(bodies);
  const hooks: Subscribed[] = [];
  // Each of an app of its own: all failures of one endpoint together would open it.
  for (const payload of payloads) {
    const hook = await rig.subscribe(await rig.install(), "product/update", `${receiver.url}/signed`);
    hooks.push(hook);
    await rig.raise([hook], [{ payload }]);
  }
  const attemptsOf = async ({ installation_id }: Subscribed) =>
    (await rig.deliveries(installation_id)).map(({ attempts }) => attempts);
  let secret = "the first secret";
  const secretOf = new Map<ReceivedRequest, string>();
  const engine = rig.engine({ signingSecretOf: async () => secret });
  for (let attempt = 1; attempt <= 4; attempt++) {
    await becomes(async () => (await Promise.all(hooks.map(attemptsOf))).flat(), [attempt, attempt, attempt]);
    for (const request of receiver.requests) if (!secretOf.has(request)) secretOf.set(request, secret);
    if (attempt === 2) secret = "another one, switched meanwhile";
    rig.clock.advance(3_600_000);
    engine.wake();
  }
  const byDelivery = Map.groupBy(secretOf.keys(), ({ headers }) => headers["service-webhook-id"]);
  assert.equal(byDelivery.size, payloads.length);
  for (const requests of byDelivery.values()) {
    const [first] = requests;
    assert.ok(first && payloads.includes(first.body.toString("utf8")));
    const signatures = new Map<string, Set<string | undefined>>();
    for (const request of requests) {
      assert.deepEqual(request.body, first.body);
      const used = secretOf.get(request) ?? "";
      signatures.set(used, (signatures.get(used) ?? new Set()).add(request.headers["service-hmac-sha256"]));
    }
    assert.equal(signatures.size, 2, "it was tried under both");
    for (const [used, seen] of signatures) assert.deepEqual([...seen], [opensslHmac(first.body, used)]);
  }
});
