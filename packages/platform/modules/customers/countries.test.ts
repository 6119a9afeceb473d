import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CustomerFixture, createCustomerFixture } from "./testing/customer-fixture.ts";

let testing: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCustomerFixture(testing);
});
after(() => testing.stop());

const wrongCode = "invalid_format";

test("an unknown country code is rejected by its field wherever it is written", async () => {
  const { id } = await fixture.create({
    first_name: "Mei",
    country_code: "MY",
    addresses: [{ city: "Ipoh" }],
  });
  const place = `/3.0/customers/${id}`;
  const address = (await fixture.get(id)).addresses[0]?.id;
  const before = await fixture.get(id);
  for (const country_code of ["XX", "ZZ", "EU", "UN", "IC"]) {
    const addresses = [{ city: "Ipoh" }, { country_code }];
    const writes: [string, string, object, string][] = [
      ["POST", "/3.0/customers.json", { first_name: "X", country_code }, "country_code"],
      ["POST", "/3.0/customers.json", { first_name: "X", addresses }, "addresses.1.country_code"],
      ["PUT", `${place}.json`, { first_name: "X", country_code }, "country_code"],
      ["POST", `${place}/addresses.json`, { country_code }, "country_code"],
      ["PUT", `${place}/addresses/${address}.json`, { country_code, city: "X" }, "country_code"],
      ["POST", "/3.0/locations.json", { name: "X", country_code }, "country_code"],
      ["PUT", "/3.0/store.json", { name: "X", country_code }, "country_code"],
    ];
    for (const [method, path, body, field] of writes)
      assert.deepEqual(
        await fixture.expectError(method, path, body),
        [`${field} ${wrongCode}`],
        `${method} ${path}`,
      );
  }
  assert.deepEqual(await fixture.get(id), before);
});

test("a country is stored as ISO 3166 spells it and determines how a phone is read", async () => {
  const made = await fixture.create({ first_name: "Ann", country_code: "UK", phone: "020 7946 0958" });
  assert.deepEqual([made.country_code, made.phone], ["GB", "+442079460958"]);
  const { address } = await fixture.done<{ address: { country_code: string } }>(
    "POST",
    `/3.0/customers/${made.id}/addresses.json`,
    { country_code: "UK" },
  );
  assert.equal(address.country_code, "GB");
  const { location } = await fixture.done<{ location: { country_code: string } }>(
    "POST",
    "/3.0/locations.json",
    {
      name: "London",
      country_code: "UK",
    },
  );
  assert.equal(location.country_code, "GB");
});

test("a former country code stays when it is sent again with the rest", async () => {
  const { id } = await fixture.create({ first_name: "Old", addresses: [{ city: "Ipoh" }] });
  const address = (await fixture.get(id)).addresses[0]?.id;
  for (const table of ["customers", "customer_addresses"])
    await testing.database.query(
      `update ${table} set country_code = 'XX' where store_id = $1 and ${table === "customers" ? "id" : "customer_id"} = $2`,
      [fixture.store.id, id],
    );
  assert.equal((await fixture.put(id, { note: "new", country_code: "XX" })).note, "new");
  const place = `/3.0/customers/${id}/addresses/${address}.json`;
  await fixture.done("PUT", place, { city: "Taiping", country_code: "XX" });
  assert.deepEqual(await fixture.expectError("PUT", place, { country_code: "ZZ" }), [
    `country_code ${wrongCode}`,
  ]);
  const { country_code, note, addresses } = await fixture.get(id);
  assert.deepEqual([country_code, note, addresses[0]?.city], ["XX", "new", "Taiping"]);
});

test("a former country code of a location or of the store stays too", async () => {
  const { location } = await fixture.done<{ location: { id: number } }>("POST", "/3.0/locations.json", {
    name: "Old",
  });
  const place = `/3.0/locations/${location.id}.json`;
  const { database } = testing;
  await database.query("update locations set country_code = 'XX' where id = $1", [location.id]);
  await database.query("update stores set country_code = 'XX' where id = $1", [fixture.store.id]);
  for (const path of [place, "/3.0/store.json"]) {
    await fixture.done("PUT", path, { city: "Ipoh", country_code: "XX" });
    assert.deepEqual(await fixture.expectError("PUT", path, { country_code: "ZZ" }), [
      `country_code ${wrongCode}`,
    ]);
  }
  await fixture.done("PUT", "/3.0/store.json", { country_code: "MY" });
});

test("customers are found by their country's code in any case", async () => {
  const found = async (code: string) => {
    const { customers } = await fixture.done<{ customers: { first_name: string }[] }>(
      "GET",
      `/3.0/customers.json?country_code=${code}`,
    );
    return customers.map(({ first_name }) => first_name);
  };
  await fixture.create({ first_name: "London", country_code: "UK" });
  for (const code of ["GB", "gb", "UK", "uk"]) assert.ok((await found(code)).includes("London"), code);
  assert.deepEqual(await found("--"), []);
});
