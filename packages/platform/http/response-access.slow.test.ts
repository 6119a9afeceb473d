import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findResponseAccess, reduceRecord } from "@souk/contract";
import { createFakeClock, type FakeClock, installApp, registerApp, startTestPlatform } from "@souk/testkit";
import type { MountedOperation } from "./mount.ts";
import { type AccessFixture, createAccessFixture } from "./testing/access-fixture.ts";
import { type Sample, samples } from "./testing/access-samples.ts";

let fixture: AccessFixture;
let clock: FakeClock;

before(async () => {
  clock = createFakeClock();
  fixture = await createAccessFixture(await startTestPlatform({ clock }), clock);
});

after(async () => {
  await fixture.receiver.stop();
  await fixture.testPlatform.stop();
});

/**
 * Install an app with exactly the scopes that an operation requires, and return the app's token. Of alternative
 * scopes, the app gets the first.
 */
async function installAppForOperation({ operation }: MountedOperation): Promise<string> {
  const { testPlatform, store, receiver } = fixture;
  const app = await registerApp(testPlatform, receiver.url);
  const scopes = operation.scopes.map(([scope = ""]) => scope);
  return (await installApp(testPlatform, { store, app, scopes })).token;
}

async function getSample({ operation }: MountedOperation): Promise<Sample> {
  const sampler = samples[operation.id as keyof typeof samples] as (
    fixture: AccessFixture,
  ) => Promise<Sample> | Sample;
  return await sampler(fixture);
}

test("without the read scope, an app that changes a record about people gets back only ids, statuses and times", async (t) => {
  const changeOperations = fixture.testPlatform.platform.mountedOperations.filter(
    ({ host, operation }) => host === "store" && findResponseAccess(operation).scopes.length > 0,
  );
  assert.ok(changeOperations.length >= 25, `${changeOperations.length} operations`);
  for (const mountedOperation of changeOperations) {
    const { method, path: pathTemplate } = mountedOperation;
    await t.test(`${method} ${pathTemplate}`, async () => {
      clock.advance(60_000);
      const { params = {}, body } = await getSample(mountedOperation);
      // Setting `customer_id` requires another scope (customer-rights.test.ts).
      const { customer_id: _customerId, ...fields } = (body ?? {}) as Record<string, unknown>;
      const path = pathTemplate.replace(/:(\w+)/g, (_whole, name: string) => String(params[name]));
      const response = await fixture.testPlatform.request(`${fixture.store.origin}${path}`, {
        method,
        token: await installAppForOperation(mountedOperation),
        ...(body === undefined ? {} : { json: fields }),
      });
      assert.equal(response.status, 200, response.text);
      for (const record of Object.values(response.json<Record<string, object>>())) {
        assert.ok("id" in record || "customer_id" in record, response.text);
        assert.deepEqual(record, reduceRecord(record), response.text);
      }
    });
  }
});
