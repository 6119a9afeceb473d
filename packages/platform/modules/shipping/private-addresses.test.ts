import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SafeSender } from "@souk/delivery";
import {
  type InsideCanary,
  insideCanary,
  insideUrls,
  productionSender,
  rebindingAnswers,
  redirectsInside,
} from "../../infrastructure/routing/testing/inside-canary.ts";
import type { Quote } from "./quote-rates.ts";
import { createRatesFixture, type RateApp, type RatesFixture } from "./testing/rates-fixture.ts";

let fixture: RatesFixture;
let app: RateApp;
/** A server at an internal address; no request may reach it. */
let canary: InsideCanary;

before(async () => {
  fixture = await createRatesFixture();
  app = await fixture.addApp();
  canary = await insideCanary();
});
after(async () => {
  await canary.stop();
  await fixture.stop();
});

/** Quote rates as a checkout in production would, with the callback at this URL. */
async function quoteFrom(url: string, sender: SafeSender): Promise<Quote> {
  await fixture.testing.database.query("update curls set url = $2 where store_id = $1", [
    fixture.store.id,
    url,
  ]);
  return fixture.quoteWith(sender);
}

const unreachable = () => ({
  shipping_rates: [],
  unanswered: [{ app_handle: app.app.handle, reason: "unreachable" }],
});

test("P21: rates are requested from public addresses only, whatever URL the row contains", async () => {
  const dialled: string[] = [];
  const sender = productionSender("Souk-Rates/1", { answers: [], dialled });
  for (const url of insideUrls(canary.port, "rates.shop"))
    assert.deepEqual(await quoteFrom(url, sender), unreachable(), url);
  await sender.close();
  assert.deepEqual([dialled, canary.visits()], [[], 0]);
});

test("P21: a hostname with mixed or changing addresses reaches no internal address", async () => {
  const dialled: string[] = [];
  const sender = productionSender("Souk-Rates/1", { answers: rebindingAnswers(), dialled });
  for (let time = 0; time < 3; time++)
    assert.deepEqual(await quoteFrom(`https://rates.shop:${canary.port}/`, sender), unreachable());
  await sender.close();
  assert.deepEqual([new Set(dialled), canary.visits()], [new Set(["8.8.8.8"]), 0]);
});

test("P21: a redirect to an internal address is not followed", async () => {
  await fixture.testing.database.query("update curls set url = $2 where store_id = $1", [
    fixture.store.id,
    app.app.app_url.replace("/app", `/rates/${app.app.id}`),
  ]);
  for (const redirect of redirectsInside(canary.port)) {
    app.respondWith([]);
    await fixture.quote();
    app.respondWith(redirect);
    assert.equal((await fixture.quote()).unanswered[0]?.reason, "not_200");
  }
  assert.equal(canary.visits(), 0);
});
