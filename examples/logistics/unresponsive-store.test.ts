import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type AppOptions, createSignedTokens, memoryTokenStore, readAppConfig } from "@souk/app-sdk";
import { answerFulfill } from "./fulfill/answer-fulfill.ts";
import { createLogistics, type Logistics } from "./logistics.ts";
import { openParcelBook } from "./parcels/parcel-book.ts";

const hanging = "hanging.souk.localhost";
const well = "well.souk.localhost";
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
const asked: string[] = [];

/** Send requests to a network in which one store never answers. */
const send: NonNullable<AppOptions["send"]> = async (address, init) => {
  const { hostname, pathname } = new URL(address);
  asked.push(`${init.method} ${hostname}${pathname}`);
  if (hostname === hanging) await new Promise(() => undefined);
  return Response.json({ fulfillment: { id: 1 } });
};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "logistics-"));
  const store = memoryTokenStore();
  for (const shop of [hanging, well]) {
    const host_url = `http://admin.souk.localhost:4000/${shop.split(".")[0]}`;
    const kept = { access_token: "token", scope: "read_orders", installed_at: "", subscribed: "" };
    await store.save({ shop, host_url, ...kept });
  }
  const book = await openParcelBook(folder);
  const parcel = { order_number: "#1", fulfillment_order_id: 1, line_items: [], service: "economy" };
  const state = { fulfillment_id: 1, status: "booked", booked_at: "2026-01-01T00:00:00Z" } as const;
  for (const [at, shop] of [hanging, hanging, well].entries())
    await book.save({ ...parcel, ...state, number: `LP${at}`, shop, order_id: at });
  logistics = createLogistics({ ...config, send } as typeof config, { store, book, now: () => new Date() });
});
after(() => rm(folder, { recursive: true }));

test("parcels of an unresponsive store wait; those of other stores move on", async () => {
  const { deps, goRound } = logistics;
  void goRound();
  void goRound();
  while (deps.book.find("LP2")?.status !== "delivered") await new Promise((resolve) => setImmediate(resolve));
  const puts = asked.filter((line) => line.startsWith("PUT"));
  assert.deepEqual(puts.map((line) => line.split("/")[0]).sort(), [`PUT ${hanging}`, `PUT ${well}`]);
});

test("an unresponsive store delays no merchant beyond the answer's time limit", async () => {
  const tokens = createSignedTokens(config);
  const { bulk } = answerFulfill(logistics.deps, tokens, { beginMs: 50, wholeMs: 100 });
  const request = { shop: hanging, body: { ids: [7, 8, 9] }, api: logistics.app.shop(hanging) };
  const reply = await bulk?.(request);
  assert.deepEqual(reply, {
    type: "message",
    style: "error",
    message:
      "Booked 0 parcels. 2 more are not booked yet: select Fulfill with an app for them again. " +
      "Order 7: the store has not responded yet. Try again.",
  });
});
