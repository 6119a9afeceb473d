import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createRatesFixture, type RatesFixture } from "./testing/rates-fixture.ts";

let fixture: RatesFixture;
before(async () => {
  fixture = await createRatesFixture();
});
after(() => fixture.stop());

test("an app without a customer, order or shipping scope sees only the region of a parcel's destination", async () => {
  const scopes = [[], ["read_products"], ["read_orders"], ["read_customers"], ["read_shipping"]];
  const apps = await Promise.all(scopes.map((grantedScopes) => fixture.addApp(undefined, grantedScopes)));
  const person = {
    first_name: "Mei",
    last_name: "Tan",
    company: "Kedai",
    phone: "+60123456789",
    email: "mei@guests.test",
  };
  const street = { address1: "12 Jalan Masjid India", address2: "Level 3" };
  const region = { city: "Kuala Lumpur", zip: "50100", country_code: "MY", latitude: 3.15, longitude: 101.7 };
  await fixture.quote({ destination: { ...person, ...street, ...region } });
  const visibleFields = apps.map((rateApp) => {
    const { destination, origin } = JSON.parse(rateApp.listRequests().at(-1)?.body.toString() ?? "{}");
    assert.notEqual(origin.company, "");
    assert.deepEqual({ ...destination, ...region }, destination);
    return Object.keys({ ...person, ...street }).filter((name) => destination[name] !== "");
  });
  const allFields = Object.keys({ ...person, ...street });
  assert.deepEqual(visibleFields, [[], [], allFields, allFields, allFields]);
});
