import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, type ReceivedRequest, type ReceiverAnswer } from "@souk/testkit";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import type { Installed } from "../installing.ts";
import { isSignedBody } from "../signatures.ts";
import { installStockedApp, type StockedApp } from "../stocked-app.ts";
import { subscribe } from "../webhooks.ts";

const inventory = "inventory_level/inventory_quantity_update";

let fixture: ConformanceFixture;
let stocked: StockedApp;

before(async () => {
  fixture = await createConformanceFixture();
  stocked = await installStockedApp(fixture, "retries");
});
after(() => fixture.close());

const scopes = ["read_products", "write_products"];

/**
 * Return whether a request is about the file's own variant: other files change other stock of the same store.
 */
function isOwn({ method, body }: ReceivedRequest): boolean {
  if (method !== "POST") return false;
  const { variant_id } = JSON.parse(body.toString()) as { variant_id: number };
  return variant_id === stocked.variant.id;
}

/** Answer the first webhook of the file's own from now on this way, all others with 200. */
function answerFirst({ app }: Installed, answer: ReceiverAnswer): void {
  let answered = 0;
  app.receiver.answer((request) => (isOwn(request) && answered++ === 0 ? answer : { status: 200 }));
}

function attemptsAt({ app }: Installed, quantity: number): ReceivedRequest[] {
  return app.receiver.requests.filter(
    (request) =>
      isOwn(request) &&
      (JSON.parse(request.body.toString()) as { inventory_quantity: number }).inventory_quantity === quantity,
  );
}

/** Let time pass in steps until so many attempts of a delivery have come. */
async function attempts(installed: Installed, quantity: number, count: number): Promise<ReceivedRequest[]> {
  for (let step = 0; step < 120; step++) {
    const came = attemptsAt(installed, quantity);
    if (came.length >= count) return came;
    await fixture.advanceTime(250);
    await eventually(() => attemptsAt(installed, quantity).length >= count, { within: 30 }).catch(
      () => false,
    );
  }
  return assert.fail(
    `only ${attemptsAt(installed, quantity).length} attempts of ${count} came within 30 s to ${installed.app.handle}`,
  );
}

const failures: [name: string, answer: ReceiverAnswer][] = [
  ["201", { status: 201 }],
  ["204", { status: 204 }],
  ["301", { status: 301, headers: { location: "/moved" } }],
  ["307", { status: 307, headers: { location: "/moved" } }],
  ["410", { status: 410 }],
  ["500", { status: 500 }],
  ["a broken connection", "reset"],
];

test("WHK-7: only 200 is success; any other response is a failure, retried byte for byte", async () => {
  const failing = await Promise.all(
    failures.map(async ([name, answer]) => {
      const installed = await stocked.installAnother(scopes);
      await subscribe(installed, inventory);
      answerFirst(installed, answer);
      return { name, installed };
    }),
  );
  const quantity = await stocked.changeStock();
  for (const { name, installed } of failing) {
    const [first, second] = (await attempts(installed, quantity, 2)) as [ReceivedRequest, ReceivedRequest];
    assert.deepEqual(first.body, second.body, name);
    assert.equal(first.headers["service-webhook-id"], second.headers["service-webhook-id"], name);
    assert.ok(
      isSignedBody(second.body, second.headers["service-hmac-sha256"], installed.app.client_secret),
      name,
    );
    assert.ok(
      installed.app.receiver.requests.every(({ path }) => path !== "/moved"),
      `${name}: the redirect was followed`,
    );
  }
  // The second answer was 200: nothing more comes, though a third would be due.
  await fixture.advanceTime(fixture.canAdvanceTime ? 3_600_000 : 3_000);
  await deliverOneChange(failing.map(({ installed }) => installed));
  for (const { name, installed } of failing) assert.equal(attemptsAt(installed, quantity).length, 2, name);
});

/** Wait until all these apps have received one more change. */
async function deliverOneChange(all: readonly Installed[]): Promise<void> {
  const quantity = await stocked.changeStock();
  for (const installed of all) await attempts(installed, quantity, 1);
}

test("WHK-7: 200 is success however the receiver says it, and is not tried again", async () => {
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, inventory);
  const body = "x".repeat(100_000);
  installed.app.receiver.answer({ status: 200, body, headers: { "content-type": "text/html" } });
  const quantity = await stocked.changeStock();
  await attempts(installed, quantity, 1);
  await fixture.advanceTime(fixture.canAdvanceTime ? 60_000 : 8_000);
  await deliverOneChange([installed]);
  assert.equal(attemptsAt(installed, quantity).length, 1);
});

test("WHK-7: an answer that does not come within about ten seconds is a failure", async () => {
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, inventory);
  answerFirst(installed, "hang");
  const quantity = await stocked.changeStock();
  const [first] = (await attempts(installed, quantity, 1)) as [ReceivedRequest];
  // The ten seconds of an exchange are real ones on every platform, whoever owns its clock.
  await sleep(9_000);
  assert.equal(attemptsAt(installed, quantity).length, 1, "tried again before ten seconds were over");
  const again = await eventually(
    async () => {
      await fixture.advanceTime(500);
      return attemptsAt(installed, quantity)[1];
    },
    { within: 25_000, every: 100 },
  );
  assert.ok(again.at - first.at < 25_000);
});

test("WHK-7: an answer in the ninth second is in time", async () => {
  const installed = await stocked.installAnother(scopes);
  await subscribe(installed, inventory);
  installed.app.receiver.answer({ status: 200, delay: 8_500 });
  const quantity = await stocked.changeStock();
  await attempts(installed, quantity, 1);
  await sleep(9_500);
  await fixture.advanceTime(10_000);
  installed.app.receiver.answer({ status: 200 });
  await deliverOneChange([installed]);
  assert.equal(attemptsAt(installed, quantity).length, 1);
});
