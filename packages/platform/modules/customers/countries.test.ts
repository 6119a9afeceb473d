import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CustomerFixture, createCustomerFixture } from "./testing/customer-fixture.ts";

let testPlatform: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCustomerFixture(testPlatform);
});
after(() => testPlatform.stop());

test("an unknown country code of a customer, address, location or store is rejected", async () => {
  const { id } = await fixture.create({
    first_name: "Mei",
    country_code: "MY",
    addresses: [{ city: "Ipoh" }],
  });
  const customerPath = `/3.0/customers/${id}`;
  const customer = await fixture.get(id);
  const addressId = customer.addresses[0]?.id;
  for (const country_code of ["XX", "ZZ", "EU", "UN", "IC"]) {
    const addresses = [{ city: "Ipoh" }, { country_code }];
    const requests: [string, string, object, string][] = [
      ["POST", "/3.0/customers.json", { first_name: "X", country_code }, "country_code"],
      ["POST", "/3.0/customers.json", { first_name: "X", addresses }, "addresses.1.country_code"],
      ["PUT", `${customerPath}.json`, { first_name: "X", country_code }, "country_code"],
      ["POST", `${customerPath}/addresses.json`, { country_code }, "country_code"],
      ["PUT", `${customerPath}/addresses/${addressId}.json`, { country_code, city: "X" }, "country_code"],
      ["POST", "/3.0/locations.json", { name: "X", country_code }, "country_code"],
      ["PUT", "/3.0/store.json", { name: "X", country_code }, "country_code"],
    ];
    for (const [method, path, body, field] of requests)
      assert.deepEqual(
        await fixture.expectError(method, path, body),
        [`${field} invalid_format`],
        `${method} ${path}`,
      );
  }
  assert.deepEqual(await fixture.get(id), customer);
});

test("the country code UK is treated as GB in customers, addresses and locations", async () => {
  const customer = await fixture.create({ first_name: "Ann", country_code: "UK", phone: "020 7946 0958" });
  assert.deepEqual([customer.country_code, customer.phone], ["GB", "+442079460958"]);
  const { address } = await fixture.callOk<{ address: { country_code: string } }>(
    "POST",
    `/3.0/customers/${customer.id}/addresses.json`,
    { country_code: "UK" },
  );
  assert.equal(address.country_code, "GB");
  const { location } = await fixture.callOk<{ location: { country_code: string } }>(
    "POST",
    "/3.0/locations.json",
    {
      name: "London",
      country_code: "UK",
    },
  );
  assert.equal(location.country_code, "GB");
});

test("a stored country code that no longer exists is accepted if it is sent unchanged", async () => {
  const { id } = await fixture.create({ first_name: "Old", addresses: [{ city: "Ipoh" }] });
  const addressId = (await fixture.get(id)).addresses[0]?.id;
  for (const table of ["customers", "customer_addresses"])
    await testPlatform.database.query(
      `update ${table} set country_code = 'XX' where store_id = $1 and ${table === "customers" ? "id" : "customer_id"} = $2`,
      [fixture.store.id, id],
    );
  assert.equal((await fixture.put(id, { note: "new", country_code: "XX" })).note, "new");
  const addressPath = `/3.0/customers/${id}/addresses/${addressId}.json`;
  await fixture.callOk("PUT", addressPath, { city: "Taiping", country_code: "XX" });
  assert.deepEqual(await fixture.expectError("PUT", addressPath, { country_code: "ZZ" }), [
    "country_code invalid_format",
  ]);
  const { country_code, note, addresses } = await fixture.get(id);
  assert.deepEqual([country_code, note, addresses[0]?.city], ["XX", "new", "Taiping"]);
});

test("a location or store can keep a country code that no longer exists", async () => {
  const { location } = await fixture.callOk<{ location: { id: number } }>("POST", "/3.0/locations.json", {
    name: "Old",
  });
  const locationPath = `/3.0/locations/${location.id}.json`;
  const { database } = testPlatform;
  await database.query("update locations set country_code = 'XX' where id = $1", [location.id]);
  await database.query("update stores set country_code = 'XX' where id = $1", [fixture.store.id]);
  for (const path of [locationPath, "/3.0/store.json"]) {
    await fixture.callOk("PUT", path, { city: "Ipoh", country_code: "XX" });
    assert.deepEqual(await fixture.expectError("PUT", path, { country_code: "ZZ" }), [
      "country_code invalid_format",
    ]);
  }
  await fixture.callOk("PUT", "/3.0/store.json", { country_code: "MY" });
});

test("the filter country_code ignores case and treats UK as GB", async () => {
  const findNames = async (code: string) => {
    const { customers } = await fixture.callOk<{ customers: { first_name: string }[] }>(
      "GET",
      `/3.0/customers.json?country_code=${code}`,
    );
    return customers.map(({ first_name }) => first_name);
  };
  await fixture.create({ first_name: "London", country_code: "UK" });
  for (const code of ["GB", "gb", "UK", "uk"]) assert.ok((await findNames(code)).includes("London"), code);
  assert.deepEqual(await findNames("--"), []);
});
