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

test("a decrypted client secret is cached for five minutes and then decrypted again", async () => {
  const { app, secret } = await fixture.registerApp(await fixture.createPerson("partner"));
  const { vault } = fixture.deps;
  let openCount = 0;
  const reader = createSecretReader({
    ...vault,
    open: (field, sealed) => {
      openCount++;
      return vault.open(field, sealed);
    },
  });
  const startMs = performance.now();
  const nowMock = mock.method(performance, "now", () => startMs);
  const loadSigningSecret = async (): Promise<string | undefined> =>
    (await reader.loadSecrets(fixture.database, app.id, new Date(fixture.clock.now())))?.signing;
  try {
    assert.deepEqual(
      [await loadSigningSecret(), await loadSigningSecret()],
      [secret.client_secret, secret.client_secret],
    );
    nowMock.mock.mockImplementation(() => startMs + 299_000);
    assert.equal(await loadSigningSecret(), secret.client_secret);
    assert.equal(openCount, 1);
    // The cache reads the time at most once a millisecond.
    await sleep(5);
    nowMock.mock.mockImplementation(() => startMs + 301_000);
    assert.equal(await loadSigningSecret(), secret.client_secret);
    assert.equal(openCount, 2);
  } finally {
    nowMock.mock.restore();
  }
});
