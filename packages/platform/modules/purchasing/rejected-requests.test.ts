import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { catchApiError, catchInvalidFields } from "../../infrastructure/routing/testing/catch-api-error.ts";
import { createPurchasingFixture, type PurchasingFixture } from "./testing/purchasing-fixture.ts";

let fixture: PurchasingFixture;
let primary: number;
let second: number;

const { updatePurchaseOrder: update, receivePurchaseOrder: receive } = operations;
const { cancelPurchaseOrder: cancel, deletePurchaseOrder: remove } = operations;

before(async () => {
  fixture = await createPurchasingFixture();
  ({ primary, second } = fixture.seededStore);
});
after(() => fixture.stop());

test("a receipt above the rest is rejected by its line, and none of it counts", async () => {
  const [a, b] = [await fixture.newVariant(), await fixture.newVariant()];
  const order = await fixture.order({
    status: "ordered",
    line_items: [a, b].map((variant_id) => ({ variant_id, quantity: 3 })),
  });
  const [first, last] = order.line_items.map(({ id }) => id);
  const some = (...line_items: object[]) => fixture.onOrder(receive, order.id, { line_items });
  assert.deepEqual(await catchInvalidFields(some({ id: first, quantity: 1 }, { id: last, quantity: 4 })), [
    "line_items.1.quantity",
  ]);
  assert.deepEqual(await catchInvalidFields(some({ id: first, quantity: 1 }, { id: first, quantity: 1 })), [
    "line_items.1.id",
  ]);
  assert.deepEqual(await catchInvalidFields(some({ id: 999_999, quantity: 1 })), ["line_items.0.id"]);
  assert.deepEqual(await fixture.stock(a, primary), { available: 0, incoming: 3 });
  await fixture.onOrder(receive, order.id);
  assert.deepEqual(await catchInvalidFields(some({ id: first, quantity: 1 })), ["line_items.0.quantity"]);
});

test("an impossible change of status is a conflict", async () => {
  const variant = await fixture.newVariant();
  const make = (status: string) =>
    fixture.order({ status, line_items: [{ variant_id: variant, quantity: 1 }] });
  const conflict = async (work: Promise<unknown>, sentence: RegExp) => {
    const { code, message, details } = await catchApiError(work);
    assert.equal(code, "conflict");
    assert.match(message, sentence);
    assert.deepEqual(
      details.fields?.map(({ path }) => path),
      ["status"],
    );
  };
  const draft = await make("draft");
  await conflict(fixture.onOrder(receive, draft.id), /is draft and cannot become received/);
  await conflict(fixture.onOrder(update, draft.id, { status: "received" }), /receive\.json/);
  await conflict(fixture.onOrder(update, draft.id, { status: "cancelled" }), /cancel\.json/);
  const open = await make("ordered");
  await conflict(fixture.onOrder(update, open.id, { status: "draft" }), /cannot become draft/);
  await conflict(fixture.onOrder(remove, open.id), /Only a draft or cancelled purchase order/);
  await fixture.onOrder(receive, open.id);
  await conflict(fixture.onOrder(cancel, open.id), /is received and cannot become cancelled/);
  await conflict(fixture.onOrder(remove, open.id), /Only a draft or cancelled purchase order/);
  await fixture.onOrder(cancel, draft.id);
  await conflict(fixture.onOrder(receive, draft.id), /is cancelled/);
  await conflict(fixture.onOrder(update, draft.id, { status: "ordered" }), /cannot become ordered/);
});

test("a change of fixed fields is a conflict that names them; the note can change", async () => {
  const variant = await fixture.newVariant();
  const order = await fixture.order({
    status: "ordered",
    line_items: [{ variant_id: variant, quantity: 1 }],
  });
  const fixed = async (body: object) => {
    const { code, details } = await catchApiError(fixture.onOrder(update, order.id, body));
    assert.equal(code, "conflict");
    return details.fields?.map(({ path }) => path);
  };
  assert.deepEqual(await fixed({ location_id: second, currency_code: "USD" }), [
    "location_id",
    "currency_code",
  ]);
  await fixture.onOrder(update, order.id, { supplier_name: "Another", expected_at: null });
  await fixture.onOrder(receive, order.id);
  assert.deepEqual(await fixed({ supplier_name: "A third" }), ["supplier_name"]);
  assert.deepEqual(await fixed({ line_items: [{ variant_id: variant, quantity: 2 }] }), ["line_items"]);
  assert.equal((await fixture.onOrder(update, order.id, { note: "Checked" })).note, "Checked");
});

test("every invalid field of a body is named, and nothing is written", async () => {
  const variant = await fixture.newVariant();
  const count = async () =>
    (await fixture.db.database.one<{ n: number }>("select count(*) as n from purchase_orders")).n;
  const start = await count();
  const fields = (body: object) => catchInvalidFields(fixture.order(body));
  assert.deepEqual(await fields({ location_id: 999_999, currency_code: "XXY", expected_at: "soon" }), [
    "currency_code",
    "expected_at",
    "location_id",
  ]);
  assert.deepEqual(await fields({ expected_at: "9999-12-31T23:59:59-23:59" }), ["expected_at"]);
  const line = { variant_id: variant, quantity: 1 };
  assert.deepEqual(await fields({ line_items: [line, line] }), ["line_items.1.variant_id"]);
  assert.deepEqual(await fields({ line_items: [{ variant_id: 999_999, quantity: 1 }] }), [
    "line_items.0.variant_id",
  ]);
  assert.deepEqual(await fields({ line_items: [{ ...line, cost_price: "1.234" }] }), [
    "line_items.0.cost_price",
  ]);
  assert.deepEqual(await fields({ currency_code: "JPY", line_items: [{ ...line, cost_price: "1.5" }] }), [
    "line_items.0.cost_price",
  ]);
  assert.deepEqual(await fields({ status: "ordered" }), ["line_items"]);
  assert.equal(await count(), start);
  const order = await fixture.order({ line_items: [line] });
  const change = (line_items: object[]) =>
    catchInvalidFields(fixture.onOrder(update, order.id, { line_items }));
  assert.deepEqual(await change([{ quantity: 1 }]), ["line_items.0.variant_id"]);
  assert.deepEqual(await change([{ id: 999_999, quantity: 1 }]), ["line_items.0.id"]);
  const other = await fixture.newVariant();
  assert.deepEqual(await change([{ variant_id: other }]), ["line_items.0.quantity"]);
  const { id } = order.line_items[0] ?? assert.fail();
  assert.deepEqual(await change([{ id, variant_id: other }]), ["line_items.0.variant_id"]);
  assert.deepEqual(await change([{ id }, { variant_id: variant }]), ["line_items.1.variant_id"]);
  const currency = fixture.onOrder(update, order.id, { currency_code: "JPY" });
  assert.deepEqual(await catchInvalidFields(currency), ["currency_code"], "7.50 has no place in yen");
  const yen = (line: object) =>
    fixture.onOrder(update, order.id, { currency_code: "JPY", line_items: [{ id, ...line }] });
  assert.deepEqual(
    await catchInvalidFields(yen({ quantity: 2 })),
    ["currency_code"],
    "nor has the line that is kept",
  );
  assert.equal((await yen({ cost_price: "8" })).line_items[0]?.cost_price, "8");
});

test("a deleted or inactive location is rejected in orders; a closed one receives", async () => {
  const { database } = fixture.db;
  const row = await database.maybeOne<{ id: number }>(
    "insert into locations (store_id, code, name) values ($1, 'closing', 'Closing') returning id",
    [fixture.seededStore.store.id],
  );
  const closing = row?.id ?? 0;
  const line_items = [{ variant_id: await fixture.newVariant(), quantity: 2 }];
  const order = await fixture.order({ status: "ordered", location_id: closing, line_items });
  const draft = await fixture.order({ location_id: closing, line_items });
  await database.query("update locations set is_active = false where id = $1", [closing]);
  assert.deepEqual(await catchInvalidFields(fixture.onOrder(update, draft.id, { status: "ordered" })), [
    "location_id",
  ]);
  const [line] = order.line_items;
  const more = fixture.onOrder(update, order.id, { line_items: [{ id: line?.id, quantity: 3 }] });
  assert.deepEqual(
    await catchInvalidFields(more),
    ["location_id"],
    "no more sets off to it than was on its way",
  );
  await fixture.onOrder(update, order.id, { line_items: [{ id: line?.id, quantity: 1 }] });
  assert.equal((await fixture.onOrder(receive, order.id)).status, "received");
  assert.deepEqual(await fixture.stock(line?.variant_id ?? 0, closing), { available: 1, incoming: 0 });
  const bare = await fixture.order({ location_id: primary, line_items });
  await database.query("update purchase_orders set location_id = 999999 where id = $1", [bare.id]);
  assert.deepEqual(await catchInvalidFields(fixture.onOrder(update, bare.id, { status: "ordered" })), [
    "location_id",
  ]);
  assert.equal((await fixture.onOrder(update, bare.id, { note: "It closed" })).note, "It closed");
});
