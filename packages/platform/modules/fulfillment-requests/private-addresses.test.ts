import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createSafeSender, type SafeSender } from "@souk/delivery";
import { startRecordingReceiver } from "@souk/testkit";
import {
  createProductionSender,
  type LoopbackCanary,
  listInternalRedirects,
  listInternalUrls,
  listRebindingAddresses,
  startLoopbackCanary,
} from "../../infrastructure/routing/testing/loopback-canary.ts";
import { systemClock } from "../../runtime/clock.ts";
import { callApp } from "./call-app.ts";
import type { RequestResult } from "./request-rows.ts";

/** A server at an internal IP address that no request may reach. */
let canary: LoopbackCanary;

before(async () => {
  canary = await startLoopbackCanary();
});
after(() => canary.stop());

function sendOrder(sender: SafeSender, url: string): Promise<RequestResult> {
  const request = {
    app_name: "Parcels",
    app_id: 1,
    url,
    topic: "fulfillment/single" as const,
    order_ids: [1],
    fulfillment_order_id: null,
    id: 1,
    sentAt: new Date(),
    shop: "demo.souk.dev",
    secret: "a secret",
  };
  return callApp(sender, request, { ownDomains: ["souk.dev"], localAccess: false });
}

const getError = (result: RequestResult) => ("error" in result ? result.error : null);
const unreachableError = "Parcels could not be reached. Nothing was changed.";

test("P21: fulfillment requests go only to public IP addresses, whatever URL is stored", async () => {
  const dialedAddresses: string[] = [];
  const sender = createProductionSender("Souk-Fulfillment/1", { resolvedAddresses: [], dialedAddresses });
  for (const url of listInternalUrls(canary.port, "parcels.shop"))
    assert.equal(getError(await sendOrder(sender, url)), unreachableError, url);
  await sender.close();
  assert.deepEqual([dialedAddresses, canary.countConnections()], [[], 0]);
});

test("P21: a request reaches no internal address, even if its host has public addresses too or its addresses change", async () => {
  const dialedAddresses: string[] = [];
  const sender = createProductionSender("Souk-Fulfillment/1", {
    resolvedAddresses: listRebindingAddresses(),
    dialedAddresses,
  });
  for (let attempt = 0; attempt < 3; attempt++)
    assert.equal(getError(await sendOrder(sender, `https://parcels.shop:${canary.port}/`)), unreachableError);
  await sender.close();
  assert.deepEqual([new Set(dialedAddresses), canary.countConnections()], [new Set(["8.8.8.8"]), 0]);
});

test("P21: a redirect to an internal address is not followed", async () => {
  const app = await startRecordingReceiver();
  const sender = createSafeSender({
    localAccess: true,
    clock: systemClock,
    userAgent: "Souk-Fulfillment/1",
  });
  const redirects = listInternalRedirects(canary.port);
  for (const redirect of redirects) {
    app.respondWith(redirect);
    const error = `Parcels responded with status ${redirect.status} instead of 200. Souk changed nothing. Check whether Parcels has shipped the orders.`;
    assert.equal(getError(await sendOrder(sender, app.url)), error);
  }
  await sender.close();
  await app.stop();
  assert.deepEqual([app.requests.length, canary.countConnections()], [redirects.length, 0]);
});
