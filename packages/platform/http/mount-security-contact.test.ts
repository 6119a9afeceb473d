import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakeClock, startTestPlatform } from "@souk/testkit";

test("every host serves a security.txt with the operator's contacts and a valid expiry date", async (t) => {
  const clock = createFakeClock();
  const securityContacts = ["mailto:security@souk.shop", "https://souk.shop/security"];
  const testPlatform = await startTestPlatform({ clock, config: { securityContacts } });
  t.after(() => testPlatform.stop());
  const { adminOrigin, partnersOrigin, filesOrigin, storeOrigin } = testPlatform.addresses;
  for (const origin of [adminOrigin, partnersOrigin, filesOrigin, storeOrigin("any"), storeOrigin("www")]) {
    const { status, headers, text } = await testPlatform.request(`${origin}/.well-known/security.txt`);
    assert.deepEqual([status, headers["content-type"]], [200, "text/plain; charset=utf-8"], origin);
    const lines = text.trimEnd().split("\n");
    const expires = lines.find((line) => line.startsWith("Expires: ")) ?? "";
    assert.deepEqual(lines, [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      expires,
      "Preferred-Languages: en",
    ]);
    const daysLeft = (Date.parse(expires.slice("Expires: ".length)) - clock.now()) / 86_400_000;
    assert.ok(daysLeft > 30 && daysLeft < 365, expires);
  }
});

test("without a security contact, a request for security.txt gets 404", async (t) => {
  const testPlatform = await startTestPlatform();
  t.after(() => testPlatform.stop());
  const { status } = await testPlatform.request(
    `${testPlatform.addresses.adminOrigin}/.well-known/security.txt`,
  );
  assert.equal(status, 404);
});
