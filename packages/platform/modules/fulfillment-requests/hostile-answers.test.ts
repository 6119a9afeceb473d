import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { after, before, test } from "node:test";
import { createSafeSender, databaseClock } from "@souk/delivery";
import { becomes, type ReceiverAnswer } from "@souk/testkit";
import { systemClock } from "../../clock.ts";
import { askApp } from "./ask-app.ts";
import { endUnanswered } from "./end-unanswered.ts";
import { forgetRequests } from "./forget-requests.ts";
import { type FulfillmentWorld, fulfillmentWorld } from "./testing/fulfillment-world.ts";

let world: FulfillmentWorld;

before(async () => {
  world = await fulfillmentWorld();
});
after(() => world.stop());

/** The app was asked: only it knows what it has done. */
const unclear = ({ name }: { name: string }) =>
  `Souk changed nothing; look whether ${name} has sent the orders.`;

const said = (body: unknown): ReceiverAnswer => ({ status: 200, body: JSON.stringify(body) });
const raw = (body: string | Buffer, status = 200): ReceiverAnswer => ({ status, body });
const link = (url: unknown): ReceiverAnswer => said({ type: "link", url });
const good = { type: "message", message: "Booked" };

/** What is answered, and what the merchant is told. */
const hostile: readonly [name: string, answer: ReceiverAnswer, told: RegExp][] = [
  ["another status of success", { status: 201, body: JSON.stringify(good) }, /status 201/],
  ["an error", { status: 500, body: JSON.stringify(good) }, /status 500/],
  ["a redirect", { status: 302, headers: { location: "/elsewhere" } }, /status 302/],
  ["nothing", raw(""), /cannot be shown/],
  ["a page", raw("<!doctype html><script>1</script>"), /cannot be shown/],
  ["JSON that is cut", raw('{"type":"message","mess'), /cannot be shown/],
  ["a list", said([good]), /cannot be shown/],
  ["null", said(null), /cannot be shown/],
  ["bytes that are no text", raw(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])), /cannot be shown/],
  ["no type", said({ message: "Booked" }), /cannot be shown/],
  ["another type", said({ type: "redirect", url: "https://parcels.dev/" }), /cannot be shown/],
  ["a message that is a number", said({ type: "message", message: 5 }), /cannot be shown/],
  ["a message of nothing", said({ type: "message", message: " \n " }), /cannot be shown/],
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
  ["more than is read", said({ ...good, more: "x".repeat(20_000) }), /cannot be shown/],
  ["a broken connection", "reset", /broke off before it answered/],
];

for (const [name, answer, told] of hostile) {
  test(`FUL-4 a merchant is told clearly where an app answers ${name}`, async () => {
    world.receiver.answer(answer);
    const request = await world.sent();
    assert.deepEqual([request.status, request.answer], ["failed", null]);
    assert.match(request.error ?? "", told);
    assert.match(request.error ?? "", new RegExp(`^${world.app.name} .*\\. ${unclear(world.app)}$`));
    assert.doesNotMatch(request.error ?? "", /127\.0\.0\.1|localhost|\bport\b/);
  });
}

test("an app whose connection breaks is not asked again by itself: it may have booked the parcel", async () => {
  world.receiver.answer(said(good));
  assert.equal((await world.sent()).status, "messaged");
  world.receiver.answer("reset");
  const before = world.receiver.requests.length;
  assert.match((await world.sent()).error ?? "", /broke off/);
  assert.equal(world.receiver.requests.length, before + 1);
});

test("a link into the platform itself is not opened", async () => {
  const { addresses, shop } = { addresses: world.testing.addresses, shop: world.shop };
  for (const url of [`${addresses.adminOrigin}/staff`, `${shop.origin}/`]) {
    world.receiver.answer(link(url.replace("http:", "https:")));
    assert.equal((await world.sent()).status, "failed", url);
  }
});

test("FUL-4 an app that does not answer within 10 seconds is given up then", async () => {
  world.receiver.answer("hang");
  const startedAt = performance.now();
  const request = await world.sent();
  const tookMs = performance.now() - startedAt;
  assert.match(request.error ?? "", /did not answer within 10 seconds/);
  assert.ok(tookMs > 9_500 && tookMs < 13_000, `${tookMs} ms`);
});

test("FUL-4 an answer without an end is cut, whatever its size", async (t) => {
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
  const { app } = await world.another();
  await world.setUrl(app, "fulfillment/single", `http://127.0.0.1:${port}/`);
  const request = await world.sent({ app_handle: app.handle });
  assert.match(request.error ?? "", /cannot be shown/);
  assert.ok(sentBytes < 64 * 1024 ** 2, `${sentBytes} bytes were taken`);
});

test("FUL-4 an answer that breaks off does not count, however good its beginning", async (t) => {
  const whole = JSON.stringify(good);
  const broken = createServer((_, response) => {
    response.writeHead(200, { "content-length": whole.length + 1 });
    response.write(whole, () => response.destroy());
  });
  await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
  t.after(() => new Promise((resolve) => broken.close(resolve)));
  const { app } = await world.another();
  const { port } = broken.address() as AddressInfo;
  await world.setUrl(app, "fulfillment/single", `http://127.0.0.1:${port}/`);
  const { error } = await world.sent({ app_handle: app.handle });
  assert.equal(error, `${app.name} did not finish its answer. ${unclear(app)}`);
});

test("FUL-4 an app that cannot be reached is named, and not where it was looked for", async () => {
  const { app } = await world.another();
  for (const url of ["http://127.0.0.1:1/", "https://10.0.0.1/", "https://nowhere.invalid/"]) {
    await world.setUrl(app, "fulfillment/single", url);
    const { status, error } = await world.sent({ app_handle: app.handle });
    assert.equal(status, "failed");
    assert.equal(error, `${app.name} could not be reached. Nothing was changed.`);
  }
});

test("FUL-4 an app whose name or connection takes too long could not be reached: it never heard the question", async () => {
  const speechless = createTcpServer((socket) => socket.resume());
  await new Promise<void>((resolve) => speechless.listen(0, "127.0.0.1", resolve));
  const { port } = speechless.address() as AddressInfo;
  const sender = createSafeSender({
    allowLoopback: true,
    clock: systemClock,
    userAgent: "Souk-Fulfillment/1",
    limits: { connectMs: 60 },
    resolver: { resolve: () => new Promise(() => undefined), close: () => undefined },
  });
  for (const url of ["https://parcels.dev/", `https://127.0.0.1:${port}/`]) {
    const question = { app_name: "Parcels", app_id: 1, url, topic: "fulfillment/single" as const };
    const about = { order_ids: [1], fulfillment_order_id: null, shop: "demo.souk.dev", secret: "a secret" };
    const settled = await askApp(
      sender,
      { ...question, ...about },
      { ownDomain: "souk.dev", allowLoopback: true },
    );
    assert.equal(
      "error" in settled && settled.error,
      "Parcels could not be reached. Nothing was changed.",
      url,
    );
  }
  await sender.close();
  await new Promise((resolve) => speechless.close(resolve));
});

test("FUL-3 a message is kept as text, cut where it is long, with a style that is known", async () => {
  const tell = async (message: string, style?: unknown) => {
    world.receiver.answer(said({ type: "message", message, style }));
    return (await world.sent()).answer;
  };
  assert.deepEqual(await tell("<b>Sold\u0000 out</b>", "error"), {
    type: "message",
    message: "<b>Sold␀ out</b>",
    style: "error",
  });
  for (const style of ["shiny", 7, null, undefined])
    assert.deepEqual(await tell("Booked", style), { type: "message", message: "Booked", style: "info" });
  const long = await tell("😀".repeat(900));
  const message = String(long?.["message"]);
  assert.ok(message.length <= 1000 && message.endsWith("😀…") && message.isWellFormed());
  assert.equal((await tell("half \ud83d of a letter"))?.["message"], "half � of a letter");
});

test("FUL-2 development opens a link to this machine; what else the answer holds is left out", async () => {
  const url = `${world.receiver.url}/label?id=1#part`;
  world.receiver.answer(said({ type: "link", url, message: "x", __proto__: { admin: true } }));
  assert.deepEqual((await world.sent()).answer, { type: "link", url });
});

test("a request is written before the app is asked; one that nobody finished is ended after a minute, and after 30 days all are forgotten", async () => {
  const { database } = world.testing;
  const release = Promise.withResolvers<void>();
  world.receiver.answer({ ...(said(good) as object), status: 200, delay: release.promise });
  const open = async () =>
    (
      await database.query<{ n: number }>(
        "select count(*) as n from fulfillment_requests where status = 'sent'",
      )
    ).rows[0]?.n;
  const under = world.sent();
  await becomes(open, 1);
  const old = `insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids, actor_kind,
      actor_id, request_id, created_at, updated_at)
    select store_id, app_id, installation_id, 'died', topic, order_ids, actor_kind, actor_id, request_id,
      now() - interval '61 seconds', now() - interval '61 seconds'
    from fulfillment_requests where status = 'sent'`;
  await database.query(old);
  await endUnanswered(database, databaseClock);
  assert.equal(await open(), 1);
  release.resolve();
  assert.equal((await under).status, "messaged", "one under way is left alone");
  await database.query(
    "update fulfillment_requests set created_at = now() - interval '31 days' where app_handle <> 'died'",
  );
  await database.query(
    "update fulfillment_requests set created_at = now() - interval '29 days' where app_handle = 'died'",
  );
  await forgetRequests(database, systemClock);
  const kept = await database.query("select distinct app_handle from fulfillment_requests");
  assert.deepEqual(kept.rows, [{ app_handle: "died" }], "what is 30 days old is forgotten");
  const { rows } = await database.query<{ status: string; error: string }>(
    "select status, error from fulfillment_requests where app_handle = 'died'",
  );
  assert.equal(rows[0]?.status, "failed");
  assert.match(rows[0]?.error ?? "", /No answer was recorded/);
});
