import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createSecretReader } from "./index.ts";
import { createPartnerFixture, type PartnerFixture } from "./testing/partner-fixture.ts";

let fixture: PartnerFixture;

before(async () => {
  fixture = await createPartnerFixture();
});
after(() => fixture.stop());

test("an opened secret is kept for five minutes, then opened again", async () => {
  const { app, secret } = await fixture.register(await fixture.person("partner"));
  const { vault } = fixture.deps;
  let opened = 0;
  const reader = createSecretReader({
    ...vault,
    open: (place, sealed) => {
      opened++;
      return vault.open(place, sealed);
    },
  });
  const begin = performance.now();
  const now = mock.method(performance, "now", () => begin);
  const signing = async (): Promise<string | undefined> =>
    (await reader.loadSecrets(fixture.database, app.id, new Date(fixture.clock.now())))?.signing;
  try {
    assert.deepEqual([await signing(), await signing()], [secret.client_secret, secret.client_secret]);
    now.mock.mockImplementation(() => begin + 299_000);
    assert.equal(await signing(), secret.client_secret);
    assert.equal(opened, 1);
    // The cache asks for the time once in a millisecond.
    await sleep(5);
    now.mock.mockImplementation(() => begin + 301_000);
    assert.equal(await signing(), secret.client_secret);
    assert.equal(opened, 2);
  } finally {
    now.mock.restore();
  }
});
