import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { getProofSize, type HttpResponse } from "@souk/testkit";
import { createCustomAppToken, type DemoStore, listStockPlaces, openDemoStore } from "./demo-store.ts";
import { createHostileStore } from "./hostile-store.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";

/** The lines are the p99 of the other store beside the stranger: in ms, or as a multiple of its p99 alone. */
const size = getProofSize({
  // Other tests run on the same cores, so that times alone and beside the stranger cannot be compared.
  ci: { products: 30, aloneMs: 5_000, besideMs: 20_000, maxMs: 3_000, maxRatio: Number.POSITIVE_INFINITY },
  full: { products: 250, aloneMs: 60_000, besideMs: 600_000, maxMs: Number.POSITIVE_INFINITY, maxRatio: 3 },
});
const appCount = 10;
const requestEveryMs = 50;

interface Measurement {
  p99: number;
  medianMs: number;
  statuses: Record<number, number>;
}

/** Create the requests of an honest store: it reads a product, lists of products and orders, and adjusts stock, with ten apps. */
async function createHonestRequests(
  server: ServerProcess,
  store: DemoStore,
): Promise<(nth: number) => Promise<HttpResponse>> {
  const tokens: string[] = [];
  for (let n = 0; n < appCount; n += 1) tokens.push(await createCustomAppToken(store, `Honest ${n}`));
  const [level] = await listStockPlaces(server, store, tokens[0] ?? "");
  const firstPage = await server.request(`${store.origin}/api/3.0/products.json`, { token: tokens[0] ?? "" });
  const [product] = firstPage.json<{ products: { id: number }[] }>().products;
  const reads = [
    `/3.0/products/${product?.id}.json`,
    "/3.0/products.json?limit=50",
    "/3.0/products.json?limit=20&sort=id.asc",
  ];
  return (nth) => {
    const token = tokens[nth % tokens.length] ?? "";
    const path = reads[nth % (reads.length + 1)];
    if (path !== undefined) return server.request(`${store.origin}/api${path}`, { token });
    const json = { ...level, adjustment_quantity: 1 };
    return server.request(`${store.origin}/api/4.0/inventory_levels/adjust.json`, {
      method: "PUT",
      token,
      json,
    });
  };
}

/** Send a request every 50 ms, whether or not earlier ones have ended, and measure how long each takes. */
async function measure(
  send: (nth: number) => Promise<HttpResponse>,
  durationMs: number,
): Promise<Measurement> {
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  const requests: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let nth = 0; nth * requestEveryMs < durationMs; nth += 1) {
    await sleep(Math.max(0, startedAt + nth * requestEveryMs - performance.now()));
    const dueAt = startedAt + nth * requestEveryMs;
    requests.push(
      send(nth).then(({ status }) => {
        times.push(performance.now() - dueAt);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(requests);
  const sorted = times.toSorted((a, b) => a - b);
  const getPercentile = (fraction: number) => sorted[Math.floor(sorted.length * fraction)] ?? 0;
  return { p99: getPercentile(0.99), medianMs: getPercentile(0.5), statuses };
}

test("P46: a store whose apps do their worst within their limits does not slow another store down", async (t) => {
  const settings = { SOUK_RATE_LIMIT_BUCKET: "40", SOUK_RATE_LIMIT_REFILL: "4" };
  const server = await createServerProcess({ settings });
  t.after(() => server.close());
  await server.start();
  const hostileStore = await createHostileStore(server, size.products);
  const send = await createHonestRequests(server, await openDemoStore(server));
  await measure(send, 2_000);
  const alone = await measure(send, size.aloneMs);
  const attack = hostileStore.attack();
  const beside = await measure(send, size.besideMs);
  const attacks = await attack.stop();
  const format = ({ p99, medianMs }: Measurement) =>
    `p50 ${medianMs.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
  t.diagnostic(
    `alone ${format(alone)}; beside the stranger ${format(beside)}; attacks ${JSON.stringify(attacks)}`,
  );
  assert.deepEqual(Object.keys(alone.statuses), ["200"]);
  assert.deepEqual(Object.keys(beside.statuses), ["200"]);
  const succeeded = Object.values(attacks).map((statuses) => statuses[200] ?? 0);
  assert.ok(
    succeeded.every((count) => count > 0),
    JSON.stringify(attacks),
  );
  const line = Math.min(size.maxMs, size.maxRatio * alone.p99);
  assert.ok(beside.p99 <= line, `${format(alone)}, then ${format(beside)}`);
});
