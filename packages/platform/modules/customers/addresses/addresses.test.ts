import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type Address, type CustomerFixture, createCustomerFixture } from "../testing/customer-fixture.ts";

let testing: TestPlatform;
let fixture: CustomerFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCustomerFixture(testing);
});
after(() => testing.stop());

const path = (id: number, rest = "") => `/3.0/customers/${id}/addresses${rest}.json`;

async function add(id: number, address: object): Promise<Address> {
  return (await fixture.done<{ address: Address }>("POST", path(id), { address })).address;
}

/** List the customer's addresses by their cities, the default in brackets. */
async function cities(id: number): Promise<string[]> {
  const { addresses, primary_address } = await fixture.get(id);
  const chosen = addresses.filter(({ is_default }) => is_default);
  assert.deepEqual(chosen[0] ?? null, primary_address);
  assert.ok(chosen.length <= 1);
  return addresses.map(({ city, is_default }) => (is_default ? `[${city}]` : city));
}

test("the first address is the default until another one is set", async () => {
  const { id } = await fixture.create({ first_name: "Moves" });
  const ipoh = await add(id, { city: " Ipoh ", latitude: 4.597478, is_default: false });
  assert.deepEqual(
    [ipoh.city, ipoh.is_default, ipoh.latitude, ipoh.customer_id],
    ["Ipoh", true, 4.597478, id],
  );
  const melaka = await add(id, { city: "Melaka" });
  await add(id, { city: "Kuching", is_default: true });
  assert.deepEqual(await cities(id), ["Ipoh", "Melaka", "[Kuching]"]);
  const chosen = await fixture.done<{ address: Address }>("PUT", path(id, `/${melaka.id}/default`));
  assert.equal(chosen.address.is_default, true);
  assert.deepEqual(await cities(id), ["Ipoh", "[Melaka]", "Kuching"]);
  await fixture.done("PUT", path(id, `/${ipoh.id}`), { is_default: true, city: "Taiping" });
  assert.deepEqual(await cities(id), ["[Taiping]", "Melaka", "Kuching"]);
  assert.deepEqual(await fixture.expectError("PUT", path(id, `/${ipoh.id}`), { is_default: false }), [
    "is_default not_allowed",
  ]);
});

test("the oldest remaining address replaces a removed default", async () => {
  const addresses = ["Ipoh", "Melaka", "Kuching"].map((city) => ({ city, is_default: city === "Kuching" }));
  const { id, primary_address } = await fixture.create({ first_name: "Leaves", addresses });
  assert.equal(primary_address?.city, "Kuching");
  assert.deepEqual(await fixture.done("DELETE", path(id, `/${primary_address?.id}`)), {});
  assert.deepEqual(await cities(id), ["[Ipoh]", "Melaka"]);
  for (const { id: address } of (await fixture.get(id)).addresses)
    await fixture.done("DELETE", path(id, `/${address}`));
  assert.deepEqual(await cities(id), []);
});

test("a changed address publishes its customer once, an unchanged one never", async () => {
  const { id } = await fixture.create({ first_name: "Sample", addresses: [{ city: "Ipoh" }] });
  const before = await fixture.get(id);
  await fixture.topics();
  const expectedTopics = [`customer/update ${id}`];
  const { id: other } = await add(id, { city: "Melaka" });
  assert.deepEqual(await fixture.topics(), expectedTopics);
  await fixture.done("PUT", path(id, `/${other}`), { city: "Melaka" });
  await fixture.done("PUT", path(id, `/${before.addresses[0]?.id}/default`));
  assert.deepEqual(await fixture.topics(), []);
  await fixture.done("PUT", path(id, `/${other}`), { city: "Muar", is_default: true });
  assert.deepEqual(await fixture.topics(), expectedTopics);
  await fixture.done("DELETE", path(id, `/${other}`));
  assert.deepEqual(await fixture.topics(), expectedTopics);
  assert.ok((await fixture.get(id)).updated_at > before.updated_at);
});

test("a customer has at most a hundred addresses, even with concurrent requests", async () => {
  const addresses = Array.from({ length: 98 }, (_, index) => ({ city: `City ${index}` }));
  const { id } = await fixture.create({ first_name: "Many", addresses });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => fixture.call("POST", path(id), { json: { city: "One more" } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 422, 422, 422, 422]);
  assert.deepEqual(await fixture.expectError("POST", path(id), { city: "One more" }), ["address too_many"]);
  const most = await fixture.expectError("POST", "/3.0/customers.json", {
    first_name: "Too many",
    addresses: [...addresses, ...addresses],
  });
  assert.match(most[0] ?? "", /^addresses /);
  assert.deepEqual(await fixture.done(`GET`, path(id, "/count")), { count: 100 });
});

test("only one of a new customer's addresses can be the default", async () => {
  const sent = { first_name: "Twice", addresses: [{ is_default: true }, { is_default: true }] };
  assert.deepEqual(await fixture.expectError("POST", "/3.0/customers.json", sent), [
    "addresses.1.is_default conflict",
  ]);
});

test("addresses are listed, counted and read under their own customer only", async () => {
  const { id, addresses } = await fixture.create({
    first_name: "Lists",
    addresses: [{ city: "A" }, { city: "B" }],
  });
  const other = await fixture.create({ first_name: "Other" });
  const [first, second] = addresses;
  const listed = await fixture.done<{ addresses: Address[]; total_count: number }>(
    "GET",
    `${path(id)}?since_id=${second?.id}&fields=city`,
  );
  assert.deepEqual(listed.addresses, [{ id: second?.id, city: "B" }]);
  assert.equal(listed.total_count, 1);
  assert.deepEqual(await fixture.done("GET", path(id, `/${first?.id}`)), { address: first });
  for (const [method, at] of [
    ["GET", path(other.id, `/${first?.id}`)],
    ["PUT", path(other.id, `/${first?.id}`)],
    ["PUT", path(other.id, `/${first?.id}/default`)],
    ["DELETE", path(other.id, `/${first?.id}`)],
    ["GET", path(999_999)],
    ["GET", path(999_999, "/count")],
    ["POST", path(999_999)],
  ] as const)
    assert.deepEqual(
      await fixture.expectError(method, at, method === "GET" ? undefined : {}),
      ["not_found"],
      at,
    );
  assert.deepEqual(await cities(id), ["[A]", "B"]);
});
