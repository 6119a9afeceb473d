import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { after, before, test } from "node:test";
import { createSafeSender, databaseClock } from "@souk/delivery";
import { becomes, type ReceiverAnswer } from "@souk/testkit";
import { systemClock } from "../../runtime/clock.ts";
import { callApp } from "./call-app.ts";
import { deleteRequests } from "./delete-requests.ts";
import { endUnanswered } from "./end-unanswered.ts";
import { createFulfillmentFixture, type FulfillmentFixture } from "./testing/fulfillment-fixture.ts";

let fixture: FulfillmentFixture;

before(async () => {
  fixture = await createFulfillmentFixture();
});
after(() => fixture.stop());

/** Build the end of the error message for a sent request whose result is unknown. */
const unclear = ({ name }: { name: string }) =>
  `Souk changed nothing. Check whether ${name} has shipped the orders.`;

const jsonResponse = (body: unknown): ReceiverAnswer => ({ status: 200, body: JSON.stringify(body) });
const raw = (body: string | Buffer, status = 200): ReceiverAnswer => ({ status, body });
const link = (url: unknown): ReceiverAnswer => jsonResponse({ type: "link", url });
const validMessage = { type: "message", message: "Booked" };

/** Hostile responses, each with the error that the merchant sees. */
const hostile: readonly [name: string, answer: ReceiverAnswer, message: RegExp][] = [
  ["another status of success", { status: 201, body: JSON.stringify(validMessage) }, /status 201/],
  ["an error", { status: 500, body: JSON.stringify(validMessage) }, /status 500/],
  ["a redirect", { status: 302, headers: { location: "/elsewhere" } }, /status 302/],
  ["nothing", raw(""), /cannot be shown/],
  ["a page", raw("<!doctype html><script>1</script>"), /cannot be shown/],
  ["JSON that is cut", raw('{"type":"message","mess'), /cannot be shown/],
  ["a list", jsonResponse([validMessage]), /cannot be shown/],
  ["null", jsonResponse(null), /cannot be shown/],
  ["bytes that are no text", raw(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), /cannot be shown/],
  ["no type", jsonResponse({ message: "Booked" }), /cannot be shown/],
  ["another type", jsonResponse({ type: "redirect", url: "https://parcels.dev/" }), /cannot be shown/],
  ["a message that is a number", jsonResponse({ type: "message", message: 5 }), /cannot be shown/],
  ["a message of nothing", jsonResponse({ type: "message", message: " \n " }), /cannot be shown/],
  ["a link that is a list", link(["https://parcels.dev/"]), /cannot be shown/],
  ["a link of nothing", link(""), /cannot be shown/],
  ["a link of script", link("javascript:alert(1)"), /cannot be shown/],
  ["a link of script in disguise", link(" java\nscript:alert(1)"), /cannot be shown/],
  ["a link of data", link("data:text/html,<script>1</script>"), /cannot be shown/],
  ["a link of a blob", link("blob:https://parcels.dev/1"), /cannot be shown/],
  ["a link without a scheme", link("//parcels.dev/"), /cannot be shown/],
  ["a link without slashes", link("https:parcels.dev/book"), /cannot be shown/],
  ["a link with one slash", link("https:/parcels.dev/book"), /cannot be shown/],
  ["a link with three slashes", link("https:///parcels.dev/book"), /cannot be shown/],
  ["a link without encryption", link("http://parcels.dev/"), /cannot be shown/],
  ["a link with a password", link("https://me:secret@parcels.dev/"), /cannot be shown/],
  ["a link to whatever host", link("https://*/"), /cannot be shown/],
  ["a host that a policy would break on", link("https://a;sandbox/"), /cannot be shown/],
  ["a host that a header would part", link("https://a,b/"), /cannot be shown/],
  ["a link that is too long", link(`https://parcels.dev/${"a".repeat(2048)}`), /cannot be shown/],
  ["an address that a header would break on", link("https://parcels.dev/\r\nx: 1"), /cannot be shown/],
  ["more than is read", jsonResponse({ ...validMessage, more: "x".repeat(20_000) }), /cannot be shown/],
  ["a broken connection", "reset", /closed the connection before it responded/],
];

for (const [name, answer, expectedError] of hostile) {
  test(`FUL-4 a merchant gets a clear error when an app responds with ${name}`, async () => {
    fixture.receiver.answer(answer);
    const request = await fixture.createRequest();
    assert.deepEqual([request.status, request.answer], ["failed", null]);
    assert.match(request.error ?? "", expectedError);
    assert.match(request.error ?? "", new RegExp(`^${fixture.app.name} .*\\. ${unclear(fixture.app)}$`));
    assert.doesNotMatch(request.error ?? "", /127\.0\.0\.1|localhost|\bport\b/);
  });
}

test("an app that breaks the connection gets no second request", async () => {
  fixture.receiver.answer(jsonResponse(validMessage));
  assert.equal((await fixture.createRequest()).status, "messaged");
  fixture.receiver.answer("reset");
  const before = fixture.receiver.requests.length;
  assert.match((await fixture.createRequest()).error ?? "", /closed the connection/);
  assert.equal(fixture.receiver.requests.length, before + 1);
});

test("a link to the platform itself is not opened", async () => {
  const { addresses, store } = { addresses: fixture.testing.addresses, store: fixture.store };
  for (const url of [`${addresses.adminOrigin}/staff`, `${store.origin}/`]) {
    fixture.receiver.answer(link(url.replace("http:", "https:")));
    assert.equal((await fixture.createRequest()).status, "failed", url);
  }
});

test("FUL-4 a request fails if the app does not respond within 10 seconds", async () => {
  fixture.receiver.answer("hang");
  const startedAt = performance.now();
  const request = await fixture.createRequest();
  const tookMs = performance.now() - startedAt;
  assert.match(request.error ?? "", /did not respond within 10 seconds/);
  assert.ok(tookMs > 9_500 && tookMs < 13_000, `${tookMs} ms`);
});

test("FUL-4 an endless response is cut off", async (t) => {
  const chunk = Buffer.alloc(64 * 1024, " ");
  let sentBytes = 0;
  const flood = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = (): void => {
      while (sentBytes < 1024 ** 3 && !response.destroyed) {
        sentBytes += chunk.length;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  });
  await new Promise<void>((resolve) => flood.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    flood.closeAllConnections();
    return new Promise((resolve) => flood.close(resolve));
  });
  const { port } = flood.address() as AddressInfo;
  const { app } = await fixture.installAnotherApp();
  await fixture.setUrl(app, "fulfillment/single", `http://127.0.0.1:${port}/`);
  const request = await fixture.createRequest({ app_handle: app.handle });
  assert.match(request.error ?? "", /cannot be shown/);
  assert.ok(sentBytes < 64 * 1024 ** 2, `${sentBytes} bytes were read`);
});

test("FUL-4 an incomplete response does not count, even if its beginning is valid", async (t) => {
  const whole = JSON.stringify(validMessage);
  const broken = createServer((_, response) => {
    response.writeHead(200, { "content-length": whole.length + 1 });
    response.write(whole, () => response.destroy());
  });
  await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise((resolve) => broken.close(resolve)));
  const { app } = await fixture.installAnotherApp();
  const { port } = broken.address() as AddressInfo;
  await fixture.setUrl(app, "fulfillment/single", `http://127.0.0.1:${port}/`);
  const { error } = await fixture.createRequest({ app_handle: app.handle });
  assert.equal(error, `${app.name} did not finish its response. ${unclear(app)}`);
});

test("FUL-4 the error for an unreachable app contains its name but no address", async () => {
  const { app } = await fixture.installAnotherApp();
  for (const url of ["http://127.0.0.1:1/", "https://10.0.0.1/", "https://nowhere.invalid/"]) {
    await fixture.setUrl(app, "fulfillment/single", url);
    const { status, error } = await fixture.createRequest({ app_handle: app.handle });
    assert.equal(status, "failed");
    assert.equal(error, `${app.name} could not be reached. Nothing was changed.`);
  }
});

test("FUL-4 an app is unreachable when its DNS lookup or its connection takes too long", async () => {
  const silentServer = createTcpServer((socket) => socket.resume());
  await new Promise<void>((resolve) => silentServer.listen(0, "127.0.0.1", resolve));
  const { port } = silentServer.address() as AddressInfo;
  const sender = createSafeSender({
    allowLoopback: true,
    clock: systemClock,
    userAgent: "Souk-Fulfillment/1",
    limits: { connectMs: 60 },
    resolver: { resolve: () => new Promise(() => undefined), close: () => undefined },
  });
  for (const url of ["https://parcels.dev/", `https://127.0.0.1:${port}/`]) {
    const target = { app_name: "Parcels", app_id: 1, url, topic: "fulfillment/single" as const };
    const content = { order_ids: [1], fulfillment_order_id: null, shop: "demo.souk.dev", secret: "a secret" };
    const result = await callApp(
      sender,
      { ...target, ...content },
      { ownDomain: "souk.dev", allowLoopback: true },
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

test("FUL-3 a message is stored as text of limited length, with a known style", async () => {
  const getStoredAnswer = async (message: string, style?: unknown) => {
    fixture.receiver.answer(jsonResponse({ type: "message", message, style }));
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
  const long = await getStoredAnswer("😀".repeat(900));
  const message = String(long?.["message"]);
  assert.ok(message.length <= 1000 && message.endsWith("😀…") && message.isWellFormed());
  assert.equal((await getStoredAnswer("half \ud83d of a letter"))?.["message"], "half � of a letter");
});

test("FUL-2 in development a link may lead to this machine", async () => {
  const url = `${fixture.receiver.url}/label?id=1#part`;
  fixture.receiver.answer(jsonResponse({ type: "link", url, message: "x", __proto__: { admin: true } }));
  assert.deepEqual((await fixture.createRequest()).answer, { type: "link", url });
});

test("a request is stored before it is sent, and fails if no result is recorded", async () => {
  const { database } = fixture.testing;
  const release = Promise.withResolvers<void>();
  fixture.receiver.answer({ ...(jsonResponse(validMessage) as object), status: 200, delay: release.promise });
  const countOpen = async () =>
    (
      await database.one<{ n: number }>(
        "select count(*) as n from fulfillment_requests where status = 'sent'",
      )
    ).n;
  const pending = fixture.createRequest();
  await becomes(countOpen, 1);
  const insertStale = `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, actor_kind,
      actor_id, request_id, created_at, updated_at)
    select store_id, app_id, installation_id, 'died', topic, order_ids, actor_kind, actor_id, request_id,
      now() - interval '61 seconds', now() - interval '61 seconds'
    from fulfillment_requests where status = 'sent'`;
  await database.query(insertStale);
  await endUnanswered(database, databaseClock);
  assert.equal(await countOpen(), 1);
  release.resolve();
  assert.equal((await pending).status, "messaged", "a request in progress is not ended");
  await database.query(
    "update fulfillment_requests set created_at = now() - interval '31 days' where app_handle <> 'died'",
  );
  await database.query(
    "update fulfillment_requests set created_at = now() - interval '29 days' where app_handle = 'died'",
  );
  await deleteRequests(database, systemClock);
  const kept = await database.many("select distinct app_handle from fulfillment_requests");
  assert.deepEqual(kept, [{ app_handle: "died" }], "only requests older than 30 days are deleted");
  const row = await database.maybeOne<{ status: string; error: string }>(
    "select status, error from fulfillment_requests where app_handle = 'died'",
  );
  assert.equal(row?.status, "failed");
  assert.match(row?.error ?? "", /No response was recorded/);
});
