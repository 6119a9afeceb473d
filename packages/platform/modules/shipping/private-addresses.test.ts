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
} from "../../routing/testing/inside-canary.ts";
import type { Quote } from "./quote-rates.ts";
import { type RateApp, type RatesRig, ratesRig } from "./testing/rates-rig.ts";

let rig: RatesRig;
let app: RateApp;
/** Stands for what is inside: nobody may come to it. */
let canary: InsideCanary;

before(async () => {
  rig = await ratesRig();
  app = await rig.addApp();
  canary = await insideCanary();
});
after(async () => {
  await canary.stop();
  await rig.stop();
});

/** What a checkout in production would be answered, with the callback at this address, whoever put it there. */
async function quoteFrom(url: string, sender: SafeSender): Promise<Quote> {
  await rig.testing.database.query("update curls set url = $2 where store_id = $1", [rig.shop.id, url]);
  return rig.quoteBy(sender);
}

const unreachable = () => ({
  shipping_rates: [],
  unanswered: [{ app_handle: app.app.handle, reason: "unreachable" }],
});

test("P21: rates are asked of public addresses alone, whatever stands in the row", async () => {
  const dialled: string[] = [];
  const sender = productionSender("Souk-Rates/1", { answers: [], dialled });
  for (const url of insideUrls(canary.port, "rates.shop"))
    assert.deepEqual(await quoteFrom(url, sender), unreachable(), url);
  await sender.close();
  assert.deepEqual([dialled, canary.visits()], [[], 0]);
});

test("P21: a name with mixed addresses, or with another address at the next question, leads nowhere inside", async () => {
  const dialled: string[] = [];
  const sender = productionSender("Souk-Rates/1", { answers: rebindingAnswers(), dialled });
  for (let time = 0; time < 3; time++)
    assert.deepEqual(await quoteFrom(`https://rates.shop:${canary.port}/`, sender), unreachable());
  await sender.close();
  assert.deepEqual([new Set(dialled), canary.visits()], [new Set(["8.8.8.8"]), 0]);
});

test("P21: a redirect to an address inside is not followed", async () => {
  await rig.testing.database.query("update curls set url = $2 where store_id = $1", [
    rig.shop.id,
    app.app.app_url.replace("/app", `/rates/${app.app.id}`),
  ]);
  for (const redirect of redirectsInside(canary.port)) {
    app.answers([]);
    await rig.quote();
    app.answers(redirect);
    assert.equal((await rig.quote()).unanswered[0]?.reason, "not_200");
  }
  assert.equal(canary.visits(), 0);
});
