import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createSafeSender, type SafeSender } from "@souk/delivery";
import { recordingReceiver } from "@souk/testkit";
import { systemClock } from "../../clock.ts";
import {
  type InsideCanary,
  insideCanary,
  insideUrls,
  productionSender,
  rebindingAnswers,
  redirectsInside,
} from "../../routing/testing/inside-canary.ts";
import { askApp } from "./ask-app.ts";
import type { Settled } from "./request-rows.ts";

/** Stands for what is inside: nobody may come to it. */
let canary: InsideCanary;

before(async () => {
  canary = await insideCanary();
});
after(() => canary.stop());

function ask(sender: SafeSender, url: string): Promise<Settled> {
  const question = {
    ...{ app_name: "Parcels", app_id: 1, url, topic: "fulfillment/single" as const, order_ids: [1] },
    ...{ fulfillment_order_id: null, shop: "demo.souk.dev", secret: "a secret" },
  };
  return askApp(sender, question, { ownDomain: "souk.dev", allowLoopback: false });
}

const errorOf = (settled: Settled) => ("error" in settled ? settled.error : null);
const unreachable = "Parcels could not be reached. Nothing was changed.";

test("P21: orders are handed to public addresses alone, whatever stands in the row", async () => {
  const dialled: string[] = [];
  const sender = productionSender("Souk-Fulfillment/1", { answers: [], dialled });
  for (const url of insideUrls(canary.port, "parcels.shop"))
    assert.equal(errorOf(await ask(sender, url)), unreachable, url);
  await sender.close();
  assert.deepEqual([dialled, canary.visits()], [[], 0]);
});

test("P21: a name with mixed addresses, or with another address at the next question, leads nowhere inside", async () => {
  const dialled: string[] = [];
  const sender = productionSender("Souk-Fulfillment/1", { answers: rebindingAnswers(), dialled });
  for (let time = 0; time < 3; time++)
    assert.equal(errorOf(await ask(sender, `https://parcels.shop:${canary.port}/`)), unreachable);
  await sender.close();
  assert.deepEqual([new Set(dialled), canary.visits()], [new Set(["8.8.8.8"]), 0]);
});

test("P21: a redirect to an address inside is not followed", async () => {
  const app = await recordingReceiver();
  const sender = createSafeSender({
    allowLoopback: true,
    clock: systemClock,
    userAgent: "Souk-Fulfillment/1",
  });
  for (const redirect of redirectsInside(canary.port)) {
    app.answer(redirect);
    const error = `Parcels answered with status ${redirect.status}, not 200. Souk changed nothing; look whether Parcels has sent the orders.`;
    assert.equal(errorOf(await ask(sender, app.url)), error);
  }
  await sender.close();
  await app.stop();
  assert.deepEqual([app.requests.length, canary.visits()], [5, 0]);
});
