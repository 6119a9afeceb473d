import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ReceivedRequest } from "@souk/testkit";
import { registerApp } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp } from "../installing.ts";
import { createMerchant, createPartner, type Merchant, type Person } from "../people.ts";
import { isSignedBody } from "../signatures.ts";
import { type Location, loadLevels, loadLocations, type Product, setStock } from "../stock.ts";
import type { StoreApi } from "../store-api.ts";
import { listReceivedWebhooks, parsePayload, subscribe } from "../webhooks.ts";

type FullLocation = Location & { code: string; phone: string; is_active: boolean; updated_at: string };

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let installedApp: InstalledApp;
let api: StoreApi;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await createMerchant(fixture);
  installedApp = await installWithScopes(["write_locations"]);
  api = installedApp.api;
  for (const topic of ["location/create", "location/update", "location/delete"])
    await subscribe(installedApp, topic);
});
after(() => fixture.close());

async function installWithScopes(scopes: readonly string[]): Promise<InstalledApp> {
  return installApp(fixture, merchant, { app: await registerApp(fixture, partner), scopes });
}

async function createLocation(location: object): Promise<FullLocation> {
  return assertOk<{ location: FullLocation }>(await api.post("/3.0/locations.json", { location })).location;
}

async function updateLocation(id: number, location: object): Promise<FullLocation> {
  const response = await api.put(`/3.0/locations/${id}.json`, { location });
  return assertOk<{ location: FullLocation }>(response).location;
}

async function readLocation(id: number): Promise<FullLocation> {
  return assertOk<{ location: FullLocation }>(await api.get(`/3.0/locations/${id}.json`)).location;
}

/** Wait for a webhook of this topic with a location that fulfills the condition. */
function waitForWebhook(
  topic: string,
  isExpected: (location: FullLocation) => boolean,
): Promise<ReceivedRequest> {
  return installedApp.app.receiver.waitForRequest(
    ({ method, headers, body }) =>
      method === "POST" &&
      headers["service-topic"] === topic &&
      isExpected((JSON.parse(body.toString()) as { location: FullLocation }).location),
    10_000,
  );
}

// Also covers parts of WHK-9 and WHK-14.
test("WHK-10: location topics send the location that the API returns", async () => {
  const createdLocation = await createLocation({
    name: "Harbour outlet",
    city: "Penang",
    latitude: 5.4,
    longitude: 100.3,
  });
  const createWebhook = await waitForWebhook("location/create", ({ id }) => id === createdLocation.id);
  assert.deepEqual(parsePayload(createWebhook), { location: createdLocation });
  assert.ok(
    isSignedBody(
      createWebhook.body,
      String(createWebhook.headers["service-hmac-sha256"]),
      installedApp.app.client_secret,
    ),
  );
  assert.equal(createWebhook.headers["service-webhook-context"], undefined);
  assert.deepEqual(await readLocation(createdLocation.id), createdLocation);
  const changedLocation = await updateLocation(createdLocation.id, { phone: "+60 4-261 0000" });
  assert.ok(Date.parse(changedLocation.updated_at) > Date.parse(createdLocation.updated_at));
  const updateWebhook = await waitForWebhook("location/update", ({ id }) => id === createdLocation.id);
  assert.deepEqual(parsePayload(updateWebhook), { location: changedLocation });
  assert.deepEqual(await readLocation(createdLocation.id), changedLocation);
  assert.deepEqual(assertOk(await api.delete(`/3.0/locations/${createdLocation.id}.json`)), {});
  const deleteWebhook = await waitForWebhook("location/delete", ({ id }) => id === createdLocation.id);
  assert.deepEqual(parsePayload(deleteWebhook), { location: { id: createdLocation.id } });
  assertRejected(await api.get(`/3.0/locations/${createdLocation.id}.json`), 404, "not_found");
  assertRejected(await api.delete(`/3.0/locations/${createdLocation.id}.json`), 404, "not_found");
});

test("updating a location with its current values changes nothing and sends no webhook", async () => {
  const createdLocation = await createLocation({ name: "Quiet outlet", phone: "1" });
  assert.deepEqual(
    await updateLocation(createdLocation.id, { name: "Quiet outlet", phone: "1", is_primary: false }),
    createdLocation,
  );
  const changedLocation = await updateLocation(createdLocation.id, { phone: "2" });
  await waitForWebhook("location/update", ({ id, phone }) => id === createdLocation.id && phone === "2");
  const receivedLocations = listReceivedWebhooks(installedApp, "location/update")
    .map((request) => parsePayload<{ location: FullLocation }>(request).location)
    .filter(({ id }) => id === createdLocation.id);
  assert.deepEqual(receivedLocations, [changedLocation]);
});

test("INV-9: making a location primary unsets the former primary and sends webhooks for both", async () => {
  const { primary: formerPrimary } = await loadLocations(api);
  const createdLocation = await createLocation({ name: "New flagship" });
  const newPrimary = await updateLocation(createdLocation.id, { is_primary: true });
  assert.equal(newPrimary.is_primary, true);
  const { primary, otherLocations } = await loadLocations(api);
  assert.equal(primary.id, createdLocation.id);
  assert.ok(otherLocations.some(({ id }) => id === formerPrimary.id));
  await waitForWebhook("location/update", ({ id, is_primary }) => id === formerPrimary.id && !is_primary);
  await waitForWebhook("location/update", ({ id, is_primary }) => id === createdLocation.id && is_primary);
  const secondPrimary = await createLocation({ name: "Newest flagship", is_primary: true });
  assert.equal((await loadLocations(api)).primary.id, secondPrimary.id);
  await waitForWebhook("location/update", ({ id, is_primary }) => id === createdLocation.id && !is_primary);
});

test("INV-9: the primary location cannot be deleted, deactivated or unset as primary", async () => {
  const { primary } = await loadLocations(api);
  const path = `/3.0/locations/${primary.id}.json`;
  assertRejected(await api.delete(path), 409, "conflict");
  assertInvalidFields(await api.put(path, { is_active: false }), "is_active");
  assertInvalidFields(await api.put(path, { is_primary: false }), "is_primary");
  const inactiveLocation = await createLocation({ name: "Closed outlet", is_active: false });
  assertInvalidFields(
    await api.put(`/3.0/locations/${inactiveLocation.id}.json`, { is_primary: true }),
    "is_primary",
  );
  assert.equal((await loadLocations(api)).primary.id, primary.id);
});

test("INV-9: exactly one location is primary after concurrent changes", async () => {
  const candidates = await Promise.all(
    Array.from({ length: 5 }, (_, n) => createLocation({ name: `Rival ${n}` })),
  );
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      api.put(`/3.0/locations/${candidates[n % candidates.length]?.id}.json`, { is_primary: true }),
    ),
  );
  for (const response of responses) assertOk(response);
  const { locations } = assertOk<{ locations: FullLocation[] }>(
    await api.get("/3.0/locations.json?limit=250"),
  );
  const primaries = locations.filter(({ is_primary }) => is_primary);
  assert.equal(primaries.length, 1);
  assert.ok(candidates.some(({ id }) => id === primaries[0]?.id));
});

test("only a location without stock can be deleted, and its levels are deleted with it", async () => {
  const productApp = await installWithScopes(["read_products", "write_products", "write_locations"]);
  const product = { title: "Stored product", variants: [{ price: "1.00" }] };
  const response = await productApp.api.post("/3.0/products.json", { product });
  const variant_id = assertOk<{ product: Product }>(response).product.variants[0]?.id ?? 0;
  const { id: location_id } = await createLocation({ name: "Stockroom" });
  const path = `/3.0/locations/${location_id}.json`;
  await setStock(productApp.api, variant_id, { location_id, quantity: 3 });
  assertRejected(await productApp.api.delete(path), 409, "conflict");
  await setStock(productApp.api, variant_id, { location_id, quantity: 0 });
  const reservation = { variant_id, location_id, reserved_quantity: 1 };
  assertOk(await productApp.api.put("/4.0/inventory_levels/reserve.json", reservation));
  assertRejected(await productApp.api.delete(path), 409, "conflict");
  assert.equal((await readLocation(location_id)).id, location_id);
  const noReservation = { ...reservation, reserved_quantity: 0 };
  assertOk(await productApp.api.put("/4.0/inventory_levels/reserve.json", noReservation));
  assertOk(await productApp.api.delete(path));
  const levels = await loadLevels(productApp.api, variant_id);
  assert.ok(levels.every((level) => level.location_id !== location_id));
});

test("stock at an inactive location can be reduced but not increased", async () => {
  const productApp = await installWithScopes(["read_products", "write_products"]);
  const product = { title: "Product to move out", variants: [{ price: "1.00" }] };
  const response = await productApp.api.post("/3.0/products.json", { product });
  const variant_id = assertOk<{ product: Product }>(response).product.variants[0]?.id ?? 0;
  const { id: location_id } = await createLocation({ name: "Closing down" });
  const variantAtLocation = { variant_id, location_id };
  await setStock(productApp.api, variant_id, { location_id, quantity: 5 });
  await updateLocation(location_id, { is_active: false });
  const adjust = (adjustment_quantity: number) =>
    productApp.api.put("/4.0/inventory_levels/adjust.json", { ...variantAtLocation, adjustment_quantity });
  assertInvalidFields(await adjust(1), "location_id");
  const increase = { ...variantAtLocation, quantity: 6 };
  assertInvalidFields(await productApp.api.put("/4.0/inventory_levels/set.json", increase), "location_id");
  assertOk(await adjust(-2));
  const level = await setStock(productApp.api, variant_id, { location_id, quantity: 0 });
  assert.equal(level.inventory_quantity, 0);
});

test("a location can be read by its code, which is unique in the store", async () => {
  const createdLocation = await createLocation({ name: "Code outlet", code: "KL-77" });
  const response = await api.get("/3.0/locations/code/kl-77.json");
  assert.deepEqual(assertOk<{ location: FullLocation }>(response).location, createdLocation);
  const list = assertOk<{ locations: FullLocation[] }>(await api.get("/3.0/locations.json?code=KL-77"));
  assert.deepEqual(list.locations, [createdLocation]);
  assertInvalidFields(await api.post("/3.0/locations.json", { name: "X", code: "kl-77" }), "code");
  assertRejected(await api.get("/3.0/locations/code/nowhere.json"), 404, "not_found");
});

test("API-4: a location with an invalid field is not created, and the error names the field", async () => {
  const { otherLocations } = await loadLocations(api);
  const invalidLocations: readonly [object, string][] = [
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
  for (const [body, path] of invalidLocations)
    assertInvalidFields(await api.post("/3.0/locations.json", body), path);
  assert.equal((await loadLocations(api)).otherLocations.length, otherLocations.length);
});

test("API-2: creating, changing or deleting a location requires write_locations", async () => {
  const appWithoutWriteScope = await installWithScopes(["read_shipping", "write_products"]);
  const body = { name: "Not mine" };
  assertRejected(await appWithoutWriteScope.api.post("/3.0/locations.json", body), 403, "scope_missing");
  const { primary } = await loadLocations(appWithoutWriteScope.api);
  assertRejected(
    await appWithoutWriteScope.api.put(`/3.0/locations/${primary.id}.json`, body),
    403,
    "scope_missing",
  );
  assertRejected(
    await appWithoutWriteScope.api.delete(`/3.0/locations/${primary.id}.json`),
    403,
    "scope_missing",
  );
});
