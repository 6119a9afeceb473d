import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type RatesRig, ratesRig } from "./testing/rates-rig.ts";

let rig: RatesRig;
before(async () => {
  rig = await ratesRig();
});
after(() => rig.stop());

test("who gets the parcel is told to apps that the shop lets read of it; others are told to where it goes", async () => {
  const scopes = [[], ["read_products"], ["read_orders"], ["read_customers"], ["read_shipping"]];
  const apps = await Promise.all(scopes.map((each) => rig.addApp(undefined, each)));
  const person = {
    first_name: "Mei",
    last_name: "Tan",
    company: "Kedai",
    phone: "+60123456789",
    email: "mei@guests.test",
  };
  const street = { address1: "12 Jalan Masjid India", address2: "Level 3" };
  const region = { city: "Kuala Lumpur", zip: "50100", country_code: "MY", latitude: 3.15, longitude: 101.7 };
  await rig.quote({ destination: { ...person, ...street, ...region } });
  const told = apps.map((each) => {
    const { destination, origin } = JSON.parse(each.asked().at(-1)?.body.toString() ?? "{}");
    assert.notEqual(origin.company, "");
    assert.deepEqual({ ...destination, ...region }, destination);
    return Object.keys({ ...person, ...street }).filter((name) => destination[name] !== "");
  });
  const all = Object.keys({ ...person, ...street });
  assert.deepEqual(told, [[], [], all, all, all]);
});
