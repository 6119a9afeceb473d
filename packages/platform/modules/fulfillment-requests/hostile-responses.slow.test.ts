import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { after, before, test } from "node:test";
import { createSafeSender, databaseClock } from "@souk/delivery";
import { assertBecomes, type ReceiverResponse } from "@souk/testkit";
import { systemClock } from "../../runtime/clock.ts";
import { callApp } from "./call-app.ts";
import { deleteRequests } from "./delete-requests.ts";
import { failUnansweredRequests } from "./fail-unanswered-requests.ts";
import { createFulfillmentFixture, type FulfillmentFixture } from "./testing/fulfillment-fixture.ts";

let fixture: FulfillmentFixture;

before(async () => {
  fixture = await createFulfillmentFixture();
});
after(() => fixture.stop());

/** Build the last sentences of the error message for a request that was sent but whose result is unknown. */
const buildCheckAdvice = ({ name }: { name: string }) =>
  `Souk changed nothing. Check whether ${name} has shipped the orders.`;

const jsonResponse = (body: unknown): ReceiverResponse => ({ status: 200, body: JSON.stringify(body) });
const rawResponse = (body: string | Buffer, status = 200): ReceiverResponse => ({ status, body });
const linkResponse = (url: unknown): ReceiverResponse => jsonResponse({ type: "link", url });
const validMessage = { type: "message", message: "Booked" };

/** Hostile responses, each with the error that the merchant sees. */
const hostileResponses: readonly [name: string, response: ReceiverResponse, message: RegExp][] = [
  ["another success status", { status: 201, body: JSON.stringify(validMessage) }, /status 201/],
  ["an error", { status: 500, body: JSON.stringify(validMessage) }, /status 500/],
  ["a redirect", { status: 302, headers: { location: "/elsewhere" } }, /status 302/],
  ["an empty body", rawResponse(""), /cannot be shown/],
  ["an HTML page", rawResponse("<!doctype html><script>1</script>"), /cannot be shown/],
  ["truncated JSON", rawResponse('{"type":"message","mess'), /cannot be shown/],
  ["a JSON array", jsonResponse([validMessage]), /cannot be shown/],
  ["JSON null", jsonResponse(null), /cannot be shown/],
  ["bytes that are not UTF-8", rawResponse(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), /cannot be shown/],
  ["a response without a type", jsonResponse({ message: "Booked" }), /cannot be shown/],
  [
    "an unknown response type",
    jsonResponse({ type: "redirect", url: "https://parcels.dev/" }),
    /cannot be shown/,
  ],
  ["a message that is a number", jsonResponse({ type: "message", message: 5 }), /cannot be shown/],
  ["a blank message", jsonResponse({ type: "message", message: " \n " }), /cannot be shown/],
  ["an array instead of a link", linkResponse(["https://parcels.dev/"]), /cannot be shown/],
  ["an empty link", linkResponse(""), /cannot be shown/],
  ["a javascript: link", linkResponse("javascript:alert(1)"), /cannot be shown/],
  ["an obfuscated javascript: link", linkResponse(" java\nscript:alert(1)"), /cannot be shown/],
  ["a data: link", linkResponse("data:text/html,<script>1</script>"), /cannot be shown/],
  ["a blob: link", linkResponse("blob:https://parcels.dev/1"), /cannot be shown/],
  ["a link without a scheme", linkResponse("//parcels.dev/"), /cannot be shown/],
  ["a link without slashes", linkResponse("https:parcels.dev/book"), /cannot be shown/],
  ["a link with one slash", linkResponse("https:/parcels.dev/book"), /cannot be shown/],
  ["a link with three slashes", linkResponse("https:///parcels.dev/book"), /cannot be shown/],
  ["an http: link", linkResponse("http://parcels.dev/"), /cannot be shown/],
  ["a link with a password", linkResponse("https://me:secret@parcels.dev/"), /cannot be shown/],
  ["a link to a wildcard host", linkResponse("https://*/"), /cannot be shown/],
  ["a link whose host contains a semicolon", linkResponse("https://a;sandbox/"), /cannot be shown/],
  ["a link whose host contains a comma", linkResponse("https://a,b/"), /cannot be shown/],
  ["a link that is too long", linkResponse(`https://parcels.dev/${"a".repeat(2048)}`), /cannot be shown/],
  ["a link with line breaks", linkResponse("https://parcels.dev/\r\nx: 1"), /cannot be shown/],
  [
    "a response above the size limit",
    jsonResponse({ ...validMessage, more: "x".repeat(20_000) }),
    /cannot be shown/,
  ],
  ["a broken connection", "reset", /closed the connection before it responded/],
];

for (const [name, response, expectedError] of hostileResponses) {
  test(`FUL-4 a merchant gets a clear error when an app responds with ${name}`, async () => {
    fixture.receiver.respondWith(response);
    const request = await fixture.createRequest();
    assert.deepEqual([request.status, request.answer], ["failed", null]);
    assert.match(request.error ?? "", expectedError);
    assert.match(
      request.error ?? "",
      new RegExp(`^${fixture.app.name} .*\\. ${buildCheckAdvice(fixture.app)}$`),
    );
    assert.doesNotMatch(request.error ?? "", /127\.0\.0\.1|localhost|\bport\b/);
  });
}

test("an app that breaks the connection gets no second request", async () => {
  fixture.receiver.respondWith(jsonResponse(validMessage));
  assert.equal((await fixture.createRequest()).status, "messaged");
  fixture.receiver.respondWith("reset");
  const countBefore = fixture.receiver.requests.length;
  assert.match((await fixture.createRequest()).error ?? "", /closed the connection/);
  assert.equal(fixture.receiver.requests.length, countBefore + 1);
});

test("an app's response with a link to the platform itself is rejected", async () => {
  const { testPlatform, store } = fixture;
  for (const url of [`${testPlatform.addresses.adminOrigin}/staff`, `${store.origin}/`]) {
    fixture.receiver.respondWith(linkResponse(url.replace("http:", "https:")));
    assert.equal((await fixture.createRequest()).status, "failed", url);
  }
});

test("FUL-4 a request fails if the app does not respond within 10 seconds", async () => {
  fixture.receiver.respondWith("hang");
  const startedAt = performance.now();
  const request = await fixture.createRequest();
  const durationMs = performance.now() - startedAt;
  assert.match(request.error ?? "", /did not respond within 10 seconds/);
  assert.ok(durationMs > 9_500 && durationMs < 13_000, `${durationMs} ms`);
});

test("FUL-4 an app's response far above the size limit is not read to its end", async (t) => {
  const chunk = Buffer.alloc(64 * 1024, " ");
  let sentBytes = 0;
  const floodServer = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    // The whole response would have 1 GiB.
    const writeMore = (): void => {
      while (sentBytes < 1024 ** 3 && !response.destroyed) {
        sentBytes += chunk.length;
        if (!response.write(chunk)) return void response.once("drain", writeMore);
      }
      response.end();
    };
    writeMore();
  });
  await new Promise<void>((resolve) => floodServer.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    floodServer.closeAllConnections();
    return new Promise((resolve) => floodServer.close(resolve));
  });
  const { port } = floodServer.address() as AddressInfo;
  const { app } = await fixture.installAnotherApp();
  await fixture.setUrl(app, "fulfillment/single", `http://127.0.0.1:${port}/`);
  const request = await fixture.createRequest({ app_handle: app.handle });
  assert.match(request.error ?? "", /cannot be shown/);
  assert.ok(sentBytes < 64 * 1024 ** 2, `${sentBytes} bytes were read`);
});

test("FUL-4 an incomplete response is an error, even if its beginning is valid", async (t) => {
  const completeBody = JSON.stringify(validMessage);
  const brokenServer = createServer((_, response) => {
    response.writeHead(200, { "content-length": completeBody.length + 1 });
    response.write(completeBody, () => response.destroy());
  });
  await new Promise<void>((resolve) => brokenServer.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise((resolve) => brokenServer.close(resolve)));
  const { app } = await fixture.installAnotherApp();
  const { port } = brokenServer.address() as AddressInfo;
  await fixture.setUrl(app, "fulfillment/single", `http://127.0.0.1:${port}/`);
  const { error } = await fixture.createRequest({ app_handle: app.handle });
  assert.equal(error, `${app.name} did not finish its response. ${buildCheckAdvice(app)}`);
});

test("FUL-4 the error for an unreachable app contains the app's name but no address", async () => {
  const { app } = await fixture.installAnotherApp();
  for (const url of ["http://127.0.0.1:1/", "https://10.0.0.1/", "https://nowhere.invalid/"]) {
    await fixture.setUrl(app, "fulfillment/single", url);
    const { status, error } = await fixture.createRequest({ app_handle: app.handle });
    assert.equal(status, "failed");
    assert.equal(error, `${app.name} could not be reached. Nothing was changed.`);
  }
});

test("FUL-4 an app is unreachable if its DNS lookup or its connection takes too long", async () => {
  const silentServer = createTcpServer((socket) => socket.resume());
  await new Promise<void>((resolve) => silentServer.listen(0, "127.0.0.1", resolve));
  const { port } = silentServer.address() as AddressInfo;
  const sender = createSafeSender({
    localAccess: true,
    clock: systemClock,
    userAgent: "Souk-Fulfillment/1",
    limits: { connectMs: 60 },
    resolver: { resolve: () => new Promise(() => undefined), close: () => undefined },
  });
  for (const url of ["https://parcels.dev/", `https://127.0.0.1:${port}/`]) {
    const target = { app_name: "Parcels", app_id: 1, url, topic: "fulfillment/single" as const };
    const content = {
      order_ids: [1],
      fulfillment_order_id: null,
      id: 1,
      sentAt: new Date(),
      shop: "demo.souk.dev",
      secret: "a secret",
    };
    const result = await callApp(
      sender,
      { ...target, ...content },
      { ownDomains: ["souk.dev"], localAccess: true },
    );
    assert.equal(
      "error" in result && result.error,
      "Parcels could not be reached. Nothing was changed.",
      url,
    );
  }
  await sender.close();
  await new Promise((resolve) => silentServer.close(resolve));
});

test("FUL-3 an app's message is stored as text of at most 1,000 characters, with a known style", async () => {
  const getStoredAnswer = async (message: string, style?: unknown) => {
    fixture.receiver.respondWith(jsonResponse({ type: "message", message, style }));
    return (await fixture.createRequest()).answer;
  };
  assert.deepEqual(await getStoredAnswer("<b>Sold\u0000 out</b>", "error"), {
    type: "message",
    message: "<b>Sold␀ out</b>",
    style: "error",
  });
  for (const style of ["shiny", 7, null, undefined])
    assert.deepEqual(await getStoredAnswer("Booked", style), {
      type: "message",
      message: "Booked",
      style: "info",
    });
  const longAnswer = await getStoredAnswer("😀".repeat(900));
  const message = String(longAnswer?.["message"]);
  assert.ok(message.length <= 1000 && message.endsWith("😀…") && message.isWellFormed());
  assert.equal((await getStoredAnswer("half \ud83d of a letter"))?.["message"], "half � of a letter");
});

test("FUL-2 in development, an app's link may point to the developer's machine", async () => {
  const url = `${fixture.receiver.url}/label?id=1#part`;
  fixture.receiver.respondWith(jsonResponse({ type: "link", url, message: "x", __proto__: { admin: true } }));
  assert.deepEqual((await fixture.createRequest()).answer, { type: "link", url });
});

test("a fulfillment request is stored before it is sent, and fails if no result is recorded", async () => {
  const { database } = fixture.testPlatform;
  const responseDelay = Promise.withResolvers<void>();
  fixture.receiver.respondWith({
    ...(jsonResponse(validMessage) as object),
    status: 200,
    delay: responseDelay.promise,
  });
  const countSentRequests = async () =>
    (
      await database.one<{ n: number }>(
        "select count(*) as n from fulfillment_requests where status = 'sent'",
      )
    ).n;
  const requestPromise = fixture.createRequest();
  await assertBecomes(countSentRequests, 1);
  const insertStaleRequestText = `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, actor_kind,
      actor_id, request_id, created_at, updated_at)
    select store_id, app_id, installation_id, 'died', topic, order_ids, actor_kind, actor_id, request_id,
      now() - interval '61 seconds', now() - interval '61 seconds'
    from fulfillment_requests where status = 'sent'`;
  await database.query(insertStaleRequestText);
  await failUnansweredRequests(database, databaseClock);
  assert.equal(await countSentRequests(), 1);
  responseDelay.resolve();
  assert.equal((await requestPromise).status, "messaged", "a request in progress is not ended");
  await database.query(
    "update fulfillment_requests set created_at = now() - interval '31 days' where app_handle <> 'died'",
  );
  await database.query(
    "update fulfillment_requests set created_at = now() - interval '29 days' where app_handle = 'died'",
  );
  await deleteRequests(database, systemClock);
  const remainingApps = await database.many("select distinct app_handle from fulfillment_requests");
  assert.deepEqual(remainingApps, [{ app_handle: "died" }], "only requests older than 30 days are deleted");
  const row = await database.maybeOne<{ status: string; error: string }>(
    "select status, error from fulfillment_requests where app_handle = 'died'",
  );
  assert.equal(row?.status, "failed");
  assert.match(row?.error ?? "", /No response was recorded/);
});
