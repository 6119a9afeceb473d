import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { createPartnerFixture, type PartnerFixture } from "./testing/partner-fixture.ts";

let fixture: PartnerFixture;

before(async () => {
  fixture = await createPartnerFixture();
  const text = `insert into settings (key, value) values ('quotas', '{"apps_of_partner": 2}')`;
  await fixture.database.query(text);
});
after(() => fixture.stop());

test("simultaneous registrations do not exceed a partner's quota of apps", async () => {
  const partner = await fixture.createPerson("partner");
  await fixture.registerApp(partner);
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => fixture.registerApp(partner)));
  const errors = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason as unknown] : [],
  );
  assert.equal(errors.length, 3);
  for (const error of errors) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, "quota_exceeded");
    assert.match(error.message, /^The partner has reached its quota apps_of_partner: at most 2 apps .* Ask/);
  }
  assert.equal(await fixture.countRows("apps"), 2);
  // The quota of one partner does not affect another partner.
  await fixture.registerApp(await fixture.createPerson("other-partner"));
});
