import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SafeSender } from "@souk/delivery";
import {
  createProductionSender,
  type LoopbackCanary,
  listInternalRedirects,
  listInternalUrls,
  listRebindingAddresses,
  startLoopbackCanary,
} from "../../infrastructure/routing/testing/loopback-canary.ts";
import type { Quote } from "./quote-rates.ts";
import { createRatesFixture, type RateApp, type RatesFixture } from "./testing/rates-fixture.ts";

let fixture: RatesFixture;
let app: RateApp;
/** A server at an internal IP address that no request may reach. */
let canary: LoopbackCanary;

before(async () => {
  fixture = await createRatesFixture();
  app = await fixture.addApp();
  canary = await startLoopbackCanary();
});
after(async () => {
  await canary.stop();
  await fixture.stop();
});

/** Quote rates as a checkout in production would, with the callback at this URL. */
async function quoteFrom(url: string, sender: SafeSender): Promise<Quote> {
  await fixture.testPlatform.database.query("update curls set url = $2 where store_id = $1", [
    fixture.store.id,
    url,
  ]);
  return fixture.quoteWith(sender);
}

const buildUnreachableQuote = () => ({
  shipping_rates: [],
  unanswered: [{ app_handle: app.app.handle, reason: "unreachable" }],
});

test("P21: rates are requested only from public IP addresses, whatever URL is stored", async () => {
  const dialedAddresses: string[] = [];
  const sender = createProductionSender("Souk-Rates/1", { resolvedAddresses: [], dialedAddresses });
  for (const url of listInternalUrls(canary.port, "rates.shop"))
    assert.deepEqual(await quoteFrom(url, sender), buildUnreachableQuote(), url);
  await sender.close();
  assert.deepEqual([dialedAddresses, canary.countConnections()], [[], 0]);
});

test("P21: no internal address is reached through a hostname that also has public or changing addresses", async () => {
  const dialedAddresses: string[] = [];
  const sender = createProductionSender("Souk-Rates/1", {
    resolvedAddresses: listRebindingAddresses(),
    dialedAddresses,
  });
  for (let attempt = 0; attempt < 3; attempt++)
    assert.deepEqual(await quoteFrom(`https://rates.shop:${canary.port}/`, sender), buildUnreachableQuote());
  await sender.close();
  assert.deepEqual([new Set(dialedAddresses), canary.countConnections()], [new Set(["8.8.8.8"]), 0]);
});

test("P21: a redirect to an internal address is not followed", async () => {
  await fixture.testPlatform.database.query("update curls set url = $2 where store_id = $1", [
    fixture.store.id,
    app.app.app_url.replace("/app", `/rates/${app.app.id}`),
  ]);
  for (const redirect of listInternalRedirects(canary.port)) {
    app.respondWith([]);
    await fixture.quote();
    app.respondWith(redirect);
    assert.equal((await fixture.quote()).unanswered[0]?.reason, "not_200");
  }
  assert.equal(canary.countConnections(), 0);
});
