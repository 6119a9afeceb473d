import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type Address, type CustomerRig, customerRig } from "../testing/customer-rig.ts";

let testing: TestPlatform;
let rig: CustomerRig;

before(async () => {
  testing = await testPlatform({ role: "api" });
  rig = await customerRig(testing);
});
after(() => testing.stop());

const path = (id: number, rest = "") => `/3.0/customers/${id}/addresses${rest}.json`;

async function add(id: number, address: object): Promise<Address> {
  return (await rig.done<{ address: Address }>("POST", path(id), { address })).address;
}

/** The customer's addresses by their cities, the default one in brackets. */
async function cities(id: number): Promise<string[]> {
  const { addresses, primary_address } = await rig.get(id);
  const chosen = addresses.filter(({ is_default }) => is_default);
  assert.deepEqual(chosen[0] ?? null, primary_address);
  assert.ok(chosen.length <= 1);
  return addresses.map(({ city, is_default }) => (is_default ? `[${city}]` : city));
}

test("the first address is the default one, until another is made so", async () => {
  const { id } = await rig.create({ first_name: "Moves" });
  const ipoh = await add(id, { city: " Ipoh ", latitude: 4.597478, is_default: false });
  assert.deepEqual(
    [ipoh.city, ipoh.is_default, ipoh.latitude, ipoh.customer_id],
    ["Ipoh", true, 4.597478, id],
  );
  const melaka = await add(id, { city: "Melaka" });
  await add(id, { city: "Kuching", is_default: true });
  assert.deepEqual(await cities(id), ["Ipoh", "Melaka", "[Kuching]"]);
  const chosen = await rig.done<{ address: Address }>("PUT", path(id, `/${melaka.id}/default`));
  assert.equal(chosen.address.is_default, true);
  assert.deepEqual(await cities(id), ["Ipoh", "[Melaka]", "Kuching"]);
  await rig.done("PUT", path(id, `/${ipoh.id}`), { is_default: true, city: "Taiping" });
  assert.deepEqual(await cities(id), ["[Taiping]", "Melaka", "Kuching"]);
  assert.deepEqual(await rig.refused("PUT", path(id, `/${ipoh.id}`), { is_default: false }), [
    "is_default must stay true for the default address; make another one default instead",
  ]);
});

test("when the default address is removed the oldest one left takes its place", async () => {
  const addresses = ["Ipoh", "Melaka", "Kuching"].map((city) => ({ city, is_default: city === "Kuching" }));
  const { id, primary_address } = await rig.create({ first_name: "Leaves", addresses });
  assert.equal(primary_address?.city, "Kuching");
  assert.deepEqual(await rig.done("DELETE", path(id, `/${primary_address?.id}`)), {});
  assert.deepEqual(await cities(id), ["[Ipoh]", "Melaka"]);
  for (const { id: address } of (await rig.get(id)).addresses)
    await rig.done("DELETE", path(id, `/${address}`));
  assert.deepEqual(await cities(id), []);
});

test("every change of an address is told as a change of its customer, once; what is as it was is not", async () => {
  const { id } = await rig.create({ first_name: "Told", addresses: [{ city: "Ipoh" }] });
  const before = await rig.get(id);
  await rig.topics();
  const told = [`customer/update ${id}`];
  const { id: other } = await add(id, { city: "Melaka" });
  assert.deepEqual(await rig.topics(), told);
  await rig.done("PUT", path(id, `/${other}`), { city: "Melaka" });
  await rig.done("PUT", path(id, `/${before.addresses[0]?.id}/default`));
  assert.deepEqual(await rig.topics(), []);
  await rig.done("PUT", path(id, `/${other}`), { city: "Muar", is_default: true });
  assert.deepEqual(await rig.topics(), told);
  await rig.done("DELETE", path(id, `/${other}`));
  assert.deepEqual(await rig.topics(), told);
  assert.ok((await rig.get(id)).updated_at > before.updated_at);
});

test("a customer has at most a hundred addresses, also when several come at once", async () => {
  const addresses = Array.from({ length: 98 }, (_, at) => ({ city: `City ${at}` }));
  const { id } = await rig.create({ first_name: "Many", addresses });
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => rig.call("POST", path(id), { json: { city: "One more" } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 422, 422, 422, 422]);
  assert.deepEqual(await rig.refused("POST", path(id), { city: "One more" }), [
    "address is one too many: a customer has at most 100, and this one has them",
  ]);
  const most = await rig.refused("POST", "/3.0/customers.json", {
    first_name: "Too many",
    addresses: [...addresses, ...addresses],
  });
  assert.match(most[0] ?? "", /^addresses /);
  assert.deepEqual(await rig.done(`GET`, path(id, "/count")), { count: 100 });
});

test("of a new customer's addresses one alone can be the default one", async () => {
  const sent = { first_name: "Twice", addresses: [{ is_default: true }, { is_default: true }] };
  assert.deepEqual(await rig.refused("POST", "/3.0/customers.json", sent), [
    "addresses.1.is_default is true of addresses.0 already; one address is the default one",
  ]);
});

test("addresses are listed, counted and read under their own customer alone", async () => {
  const { id, addresses } = await rig.create({
    first_name: "Lists",
    addresses: [{ city: "A" }, { city: "B" }],
  });
  const other = await rig.create({ first_name: "Other" });
  const [first, second] = addresses;
  const listed = await rig.done<{ addresses: Address[]; total_count: number }>(
    "GET",
    `${path(id)}?since_id=${second?.id}&fields=city`,
  );
  assert.deepEqual(listed.addresses, [{ id: second?.id, city: "B" }]);
  assert.equal(listed.total_count, 1);
  assert.deepEqual(await rig.done("GET", path(id, `/${first?.id}`)), { address: first });
  for (const [method, at] of [
    ["GET", path(other.id, `/${first?.id}`)],
    ["PUT", path(other.id, `/${first?.id}`)],
    ["PUT", path(other.id, `/${first?.id}/default`)],
    ["DELETE", path(other.id, `/${first?.id}`)],
    ["GET", path(999_999)],
    ["GET", path(999_999, "/count")],
    ["POST", path(999_999)],
  ] as const)
    assert.deepEqual(await rig.refused(method, at, method === "GET" ? undefined : {}), ["not_found"], at);
  assert.deepEqual(await cities(id), ["[A]", "B"]);
});
