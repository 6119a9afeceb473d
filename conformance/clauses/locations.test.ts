import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install } from "../installing.ts";
import { createMerchant, createPartner, type Merchant, type Person } from "../people.ts";
import { isSignedBody } from "../signatures.ts";
import { type Location, loadLevels, loadLocations, type Product, setStock } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { listReceived, parsePayload, subscribe } from "../webhooks.ts";

type Place = Location & { code: string; phone: string; is_active: boolean; updated_at: string };

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let installed: Installed;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await createMerchant(fixture);
  installed = await installedWith(["write_locations"]);
  api = installed.api;
  for (const topic of ["location/create", "location/update", "location/delete"])
    await subscribe(installed, topic);
});
after(() => fixture.close());

async function installedWith(scopes: readonly string[]): Promise<Installed> {
  return install(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

async function create(location: object): Promise<Place> {
  return assertDone<{ location: Place }>(await api.post("/3.0/locations.json", { location })).location;
}

async function update(id: number, location: object): Promise<Place> {
  const answer = await api.put(`/3.0/locations/${id}.json`, { location });
  return assertDone<{ location: Place }>(answer).location;
}

async function read(id: number): Promise<Place> {
  return assertDone<{ location: Place }>(await api.get(`/3.0/locations/${id}.json`)).location;
}

/** Return the webhook of a topic about a location, once received. */
function waitForWebhook(topic: string, check: (location: Place) => boolean): Promise<ReceivedRequest> {
  return installed.app.receiver.received(
    ({ method, headers, body }) =>
      method === "POST" &&
      headers["service-topic"] === topic &&
      check((JSON.parse(body.toString()) as { location: Place }).location),
    10_000,
  );
}

// Part of WHK-9 and WHK-14, too.
test("WHK-10: location topics fire on create, update and delete; the record can be fetched", async () => {
  const made = await create({ name: "Harbour outlet", city: "Penang", latitude: 5.4, longitude: 100.3 });
  const created = await waitForWebhook("location/create", ({ id }) => id === made.id);
  assert.deepEqual(parsePayload(created), { location: made });
  assert.ok(
    isSignedBody(created.body, String(created.headers["service-hmac-sha256"]), installed.app.client_secret),
  );
  assert.equal(created.headers["service-webhook-context"], undefined);
  assert.deepEqual(await read(made.id), made);
  const changed = await update(made.id, { phone: "+60 4-261 0000" });
  assert.ok(Date.parse(changed.updated_at) > Date.parse(made.updated_at));
  const updated = await waitForWebhook("location/update", ({ id }) => id === made.id);
  assert.deepEqual(parsePayload(updated), { location: changed });
  assert.deepEqual(await read(made.id), changed);
  assert.deepEqual(assertDone(await api.delete(`/3.0/locations/${made.id}.json`)), {});
  const deleted = await waitForWebhook("location/delete", ({ id }) => id === made.id);
  assert.deepEqual(parsePayload(deleted), { location: { id: made.id } });
  assertRejected(await api.get(`/3.0/locations/${made.id}.json`), 404, "not_found");
  assertRejected(await api.delete(`/3.0/locations/${made.id}.json`), 404, "not_found");
});

test("asking for what a location already is changes nothing and sends nothing", async () => {
  const made = await create({ name: "Quiet outlet", phone: "1" });
  assert.deepEqual(await update(made.id, { name: "Quiet outlet", phone: "1", is_primary: false }), made);
  const changed = await update(made.id, { phone: "2" });
  await waitForWebhook("location/update", ({ id, phone }) => id === made.id && phone === "2");
  const received = listReceived(installed, "location/update")
    .map((request) => parsePayload<{ location: Place }>(request).location)
    .filter(({ id }) => id === made.id);
  assert.deepEqual(received, [changed]);
});

test("INV-9: a location that becomes primary replaces the former; events are sent for both", async () => {
  const { primary: former } = await loadLocations(api);
  const made = await create({ name: "New flagship" });
  const now = await update(made.id, { is_primary: true });
  assert.equal(now.is_primary, true);
  const { primary, others } = await loadLocations(api);
  assert.equal(primary.id, made.id);
  assert.ok(others.some(({ id }) => id === former.id));
  await waitForWebhook("location/update", ({ id, is_primary }) => id === former.id && !is_primary);
  await waitForWebhook("location/update", ({ id, is_primary }) => id === made.id && is_primary);
  const direct = await create({ name: "Newest flagship", is_primary: true });
  assert.equal((await loadLocations(api)).primary.id, direct.id);
  await waitForWebhook("location/update", ({ id, is_primary }) => id === made.id && !is_primary);
});

test("INV-9: the primary location cannot be deleted, deactivated or unset as primary", async () => {
  const { primary } = await loadLocations(api);
  const path = `/3.0/locations/${primary.id}.json`;
  assertRejected(await api.delete(path), 409, "conflict");
  assertNamesFields(await api.put(path, { is_active: false }), "is_active");
  assertNamesFields(await api.put(path, { is_primary: false }), "is_primary");
  const closed = await create({ name: "Closed outlet", is_active: false });
  assertNamesFields(await api.put(`/3.0/locations/${closed.id}.json`, { is_primary: true }), "is_primary");
  assert.equal((await loadLocations(api)).primary.id, primary.id);
});

test("INV-9: exactly one location is primary, however many are made so at once", async () => {
  const places = await Promise.all(Array.from({ length: 5 }, (_, n) => create({ name: `Rival ${n}` })));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      api.put(`/3.0/locations/${places[n % places.length]?.id}.json`, { is_primary: true }),
    ),
  );
  for (const answer of answers) assertDone(answer);
  const { locations } = assertDone<{ locations: Place[] }>(await api.get("/3.0/locations.json?limit=250"));
  const primaries = locations.filter(({ is_primary }) => is_primary);
  assert.equal(primaries.length, 1);
  assert.ok(places.some(({ id }) => id === primaries[0]?.id));
});

test("a location that holds stock cannot be deleted; an empty one goes with its levels", async () => {
  const seller = await installedWith(["read_products", "write_products", "write_locations"]);
  const product = { title: "A thing to keep", variants: [{ price: "1.00" }] };
  const answer = await seller.api.post("/3.0/products.json", { product });
  const variant_id = assertDone<{ product: Product }>(answer).product.variants[0]?.id ?? 0;
  const { id: location_id } = await create({ name: "Stockroom" });
  const path = `/3.0/locations/${location_id}.json`;
  await setStock(seller.api, variant_id, { location_id, quantity: 3 });
  assertRejected(await seller.api.delete(path), 409, "conflict");
  await setStock(seller.api, variant_id, { location_id, quantity: 0 });
  const reserved = { variant_id, location_id, reserved_quantity: 1 };
  assertDone(await seller.api.put("/4.0/inventory_levels/reserve.json", reserved));
  assertRejected(await seller.api.delete(path), 409, "conflict");
  assert.equal((await read(location_id)).id, location_id);
  const none = { ...reserved, reserved_quantity: 0 };
  assertDone(await seller.api.put("/4.0/inventory_levels/reserve.json", none));
  assertDone(await seller.api.delete(path));
  const levels = await loadLevels(seller.api, variant_id);
  assert.ok(levels.every((level) => level.location_id !== location_id));
});

test("a location that is not active can be emptied, and takes no stock", async () => {
  const seller = await installedWith(["read_products", "write_products"]);
  const product = { title: "A thing to move out", variants: [{ price: "1.00" }] };
  const answer = await seller.api.post("/3.0/products.json", { product });
  const variant_id = assertDone<{ product: Product }>(answer).product.variants[0]?.id ?? 0;
  const { id: location_id } = await create({ name: "Closing down" });
  const place = { variant_id, location_id };
  await setStock(seller.api, variant_id, { location_id, quantity: 5 });
  await update(location_id, { is_active: false });
  const adjust = (adjustment_quantity: number) =>
    seller.api.put("/4.0/inventory_levels/adjust.json", { ...place, adjustment_quantity });
  assertNamesFields(await adjust(1), "location_id");
  const more = { ...place, quantity: 6 };
  assertNamesFields(await seller.api.put("/4.0/inventory_levels/set.json", more), "location_id");
  assertDone(await adjust(-2));
  const level = await setStock(seller.api, variant_id, { location_id, quantity: 0 });
  assert.equal(level.inventory_quantity, 0);
});

test("a location is found by its code, which is unique in the store", async () => {
  const made = await create({ name: "Code outlet", code: "KL-77" });
  const byCode = await api.get("/3.0/locations/code/kl-77.json");
  assert.deepEqual(assertDone<{ location: Place }>(byCode).location, made);
  const listed = assertDone<{ locations: Place[] }>(await api.get("/3.0/locations.json?code=KL-77"));
  assert.deepEqual(listed.locations, [made]);
  assertNamesFields(await api.post("/3.0/locations.json", { name: "X", code: "kl-77" }), "code");
  assertRejected(await api.get("/3.0/locations/code/nowhere.json"), 404, "not_found");
});

test("API-4: an invalid location is rejected by name, and nothing is created", async () => {
  const { others } = await loadLocations(api);
  const wrong: readonly [object, string][] = [
    [{}, "name"],
    [{ name: " " }, "name"],
    [{ name: 7 }, "name"],
    [{ name: "X", code: "a b" }, "code"],
    [{ name: "X", country_code: "Malaysia" }, "country_code"],
    [{ name: "X", email: "nobody" }, "email"],
    [{ name: "X", latitude: 90.1 }, "latitude"],
    [{ name: "X", longitude: -181 }, "longitude"],
    [{ name: "X", is_active: "yes" }, "is_active"],
    [{ name: "X", phone: "1".repeat(256) }, "phone"],
  ];
  for (const [body, path] of wrong) assertNamesFields(await api.post("/3.0/locations.json", body), path);
  assert.equal((await loadLocations(api)).others.length, others.length);
});

test("API-2: write_locations changes locations; read_shipping or read_products reads them too", async () => {
  const reader = await installedWith(["read_shipping", "write_products"]);
  const body = { name: "Not mine" };
  assertRejected(await reader.api.post("/3.0/locations.json", body), 403, "scope_missing");
  const { primary } = await loadLocations(reader.api);
  assertRejected(await reader.api.put(`/3.0/locations/${primary.id}.json`, body), 403, "scope_missing");
  assertRejected(await reader.api.delete(`/3.0/locations/${primary.id}.json`), 403, "scope_missing");
});
