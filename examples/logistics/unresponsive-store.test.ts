import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type AppOptions, createSignedTokens, memoryTokenStore, readAppConfig } from "@souk/app-sdk";
import { createFulfillHandlers } from "./fulfill/fulfill-handlers.ts";
import { createLogistics, type Logistics } from "./logistics.ts";
import { openParcelStore } from "./parcels/parcel-store.ts";

const unresponsiveStore = "hanging.souk.localhost";
const responsiveStore = "well.souk.localhost";
const config = readAppConfig(
  {
    SOUK_CLIENT_ID: "souk_app_test",
    SOUK_CLIENT_SECRET: "souk_cs_test",
    SOUK_APP_URL: "http://localhost:4110/",
    SOUK_STORE_DOMAIN_SUFFIX: ".souk.localhost",
  },
  { scopes: ["read_orders"] },
);

let folder: string;
let logistics: Logistics;
/** Requests that the stores received. */
const receivedRequests: string[] = [];

/** Simulate a network in which one store never responds. */
const send: NonNullable<AppOptions["send"]> = async (url, init) => {
  const { hostname, pathname } = new URL(url);
  receivedRequests.push(`${init.method} ${hostname}${pathname}`);
  if (hostname === unresponsiveStore) await new Promise(() => undefined);
  return Response.json({ fulfillment: { id: 1 } });
};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "logistics-"));
  const store = memoryTokenStore();
  for (const shop of [unresponsiveStore, responsiveStore]) {
    const host_url = `http://admin.souk.localhost:4000/${shop.split(".")[0]}`;
    const installationFields = {
      access_token: "token",
      scope: "read_orders",
      installed_at: "",
      subscribed: "",
    };
    await store.save({ shop, host_url, ...installationFields });
  }
  const parcelStore = await openParcelStore(folder);
  const parcelFields = { order_number: "#1", fulfillment_order_id: 1, line_items: [], service: "economy" };
  const parcelState = { fulfillment_id: 1, status: "booked", booked_at: "2026-01-01T00:00:00Z" } as const;
  for (const [index, shop] of [unresponsiveStore, unresponsiveStore, responsiveStore].entries())
    await parcelStore.save({ ...parcelFields, ...parcelState, number: `LP${index}`, shop, order_id: index });
  logistics = createLogistics({ ...config, send } as typeof config, {
    store,
    parcelStore,
    now: () => new Date(),
  });
});
after(() => rm(folder, { recursive: true }));

test("parcels of other stores are updated while one store does not respond", async () => {
  const { deps, updateParcels } = logistics;
  void updateParcels();
  void updateParcels();
  while (deps.parcelStore.find("LP2")?.status !== "delivered")
    await new Promise((resolve) => setImmediate(resolve));
  // The second call skips the store that the first call is still updating, so each store gets only one request.
  const updateRequests = receivedRequests.filter((requestLine) => requestLine.startsWith("PUT"));
  assert.deepEqual(updateRequests.map((requestLine) => requestLine.split("/")[0]).sort(), [
    `PUT ${unresponsiveStore}`,
    `PUT ${responsiveStore}`,
  ]);
});

test("the app responds to a bulk fulfillment request in time even if the store's API does not respond", async () => {
  const tokens = createSignedTokens(config);
  const { bulk } = createFulfillHandlers(logistics.deps, tokens, { lastStartMs: 50, totalMs: 100 });
  const request = {
    shop: unresponsiveStore,
    body: { ids: [7, 8, 9] },
    api: logistics.app.shop(unresponsiveStore),
  };
  const response = await bulk?.(request);
  assert.deepEqual(response, {
    type: "message",
    style: "error",
    message:
      "Booked 0 parcels. Orders not booked yet: 2. Select these orders again, then Fulfill with an app. " +
      "Order 7: the store has not responded yet. Try again.",
  });
});
