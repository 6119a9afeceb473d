import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type Address, type CustomerFixture, createCustomerFixture } from "../testing/customer-fixture.ts";

let testPlatform: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCustomerFixture(testPlatform);
});
after(() => testPlatform.stop());

const buildPath = (customerId: number, subpath = "") =>
  `/3.0/customers/${customerId}/addresses${subpath}.json`;

async function createAddress(customerId: number, address: object): Promise<Address> {
  return (await fixture.callOk<{ address: Address }>("POST", buildPath(customerId), { address })).address;
}

/** List the cities of the customer's addresses, with the default address's city in brackets. */
async function listCities(customerId: number): Promise<string[]> {
  const { addresses, primary_address } = await fixture.get(customerId);
  const defaultAddresses = addresses.filter(({ is_default }) => is_default);
  assert.deepEqual(defaultAddresses[0] ?? null, primary_address);
  assert.ok(defaultAddresses.length <= 1);
  return addresses.map(({ city, is_default }) => (is_default ? `[${city}]` : city));
}

test("a customer's first address is the default until another is set as default", async () => {
  const { id } = await fixture.create({ first_name: "Moves" });
  const ipoh = await createAddress(id, { city: " Ipoh ", latitude: 4.597478, is_default: false });
  assert.deepEqual(
    [ipoh.city, ipoh.is_default, ipoh.latitude, ipoh.customer_id],
    ["Ipoh", true, 4.597478, id],
  );
  const melaka = await createAddress(id, { city: "Melaka" });
  await createAddress(id, { city: "Kuching", is_default: true });
  assert.deepEqual(await listCities(id), ["Ipoh", "Melaka", "[Kuching]"]);
  const response = await fixture.callOk<{ address: Address }>("PUT", buildPath(id, `/${melaka.id}/default`));
  assert.equal(response.address.is_default, true);
  assert.deepEqual(await listCities(id), ["Ipoh", "[Melaka]", "Kuching"]);
  await fixture.callOk("PUT", buildPath(id, `/${ipoh.id}`), { is_default: true, city: "Taiping" });
  assert.deepEqual(await listCities(id), ["[Taiping]", "Melaka", "Kuching"]);
  assert.deepEqual(await fixture.expectError("PUT", buildPath(id, `/${ipoh.id}`), { is_default: false }), [
    "is_default not_allowed",
  ]);
});

test("if the default address is deleted, the oldest remaining one becomes the default", async () => {
  const addresses = ["Ipoh", "Melaka", "Kuching"].map((city) => ({ city, is_default: city === "Kuching" }));
  const { id, primary_address } = await fixture.create({ first_name: "Leaves", addresses });
  assert.equal(primary_address?.city, "Kuching");
  assert.deepEqual(await fixture.callOk("DELETE", buildPath(id, `/${primary_address?.id}`)), {});
  assert.deepEqual(await listCities(id), ["[Ipoh]", "Melaka"]);
  for (const { id: addressId } of (await fixture.get(id)).addresses)
    await fixture.callOk("DELETE", buildPath(id, `/${addressId}`));
  assert.deepEqual(await listCities(id), []);
});

test("customer/update is published for a changed address, but not for an unchanged one", async () => {
  const { id } = await fixture.create({ first_name: "Sample", addresses: [{ city: "Ipoh" }] });
  const originalCustomer = await fixture.get(id);
  await fixture.listNewEvents();
  const expectedTopics = [`customer/update ${id}`];
  const { id: addedId } = await createAddress(id, { city: "Melaka" });
  assert.deepEqual(await fixture.listNewEvents(), expectedTopics);
  await fixture.callOk("PUT", buildPath(id, `/${addedId}`), { city: "Melaka" });
  await fixture.callOk("PUT", buildPath(id, `/${originalCustomer.addresses[0]?.id}/default`));
  assert.deepEqual(await fixture.listNewEvents(), []);
  await fixture.callOk("PUT", buildPath(id, `/${addedId}`), { city: "Muar", is_default: true });
  assert.deepEqual(await fixture.listNewEvents(), expectedTopics);
  await fixture.callOk("DELETE", buildPath(id, `/${addedId}`));
  assert.deepEqual(await fixture.listNewEvents(), expectedTopics);
  assert.ok((await fixture.get(id)).updated_at > originalCustomer.updated_at);
});

test("a customer has at most a hundred addresses, even with concurrent requests", async () => {
  const addresses = Array.from({ length: 98 }, (_, index) => ({ city: `City ${index}` }));
  const { id } = await fixture.create({ first_name: "Many", addresses });
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => fixture.call("POST", buildPath(id), { json: { city: "One more" } })),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 200, 422, 422, 422, 422]);
  assert.deepEqual(await fixture.expectError("POST", buildPath(id), { city: "One more" }), [
    "address too_many",
  ]);
  const errors = await fixture.expectError("POST", "/3.0/customers.json", {
    first_name: "Too many",
    addresses: [...addresses, ...addresses],
  });
  assert.match(errors[0] ?? "", /^addresses /);
  assert.deepEqual(await fixture.callOk("GET", buildPath(id, "/count")), { count: 100 });
});

test("only one of a new customer's addresses can be the default", async () => {
  const customer = { first_name: "Twice", addresses: [{ is_default: true }, { is_default: true }] };
  assert.deepEqual(await fixture.expectError("POST", "/3.0/customers.json", customer), [
    "addresses.1.is_default conflict",
  ]);
});

test("an address is listed, counted, read and changed only under its own customer", async () => {
  const { id, addresses } = await fixture.create({
    first_name: "Lists",
    addresses: [{ city: "A" }, { city: "B" }],
  });
  const otherCustomer = await fixture.create({ first_name: "Other" });
  const [firstAddress, secondAddress] = addresses;
  const list = await fixture.callOk<{ addresses: Address[]; total_count: number }>(
    "GET",
    `${buildPath(id)}?since_id=${secondAddress?.id}&fields=city`,
  );
  assert.deepEqual(list.addresses, [{ id: secondAddress?.id, city: "B" }]);
  assert.equal(list.total_count, 1);
  assert.deepEqual(await fixture.callOk("GET", buildPath(id, `/${firstAddress?.id}`)), {
    address: firstAddress,
  });
  for (const [method, url] of [
    ["GET", buildPath(otherCustomer.id, `/${firstAddress?.id}`)],
    ["PUT", buildPath(otherCustomer.id, `/${firstAddress?.id}`)],
    ["PUT", buildPath(otherCustomer.id, `/${firstAddress?.id}/default`)],
    ["DELETE", buildPath(otherCustomer.id, `/${firstAddress?.id}`)],
    ["GET", buildPath(999_999)],
    ["GET", buildPath(999_999, "/count")],
    ["POST", buildPath(999_999)],
  ] as const)
    assert.deepEqual(
      await fixture.expectError(method, url, method === "GET" ? undefined : {}),
      ["not_found"],
      url,
    );
  assert.deepEqual(await listCities(id), ["[A]", "B"]);
});
