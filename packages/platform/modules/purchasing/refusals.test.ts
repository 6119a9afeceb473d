import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { fieldsOf, refusalOf } from "../../routing/testing/refusal-of.ts";
import { type PurchasingRig, purchasingRig } from "./testing/purchasing-rig.ts";

let rig: PurchasingRig;
let primary: number;
let second: number;

const { updatePurchaseOrder: update, receivePurchaseOrder: receive } = operations;
const { cancelPurchaseOrder: cancel, deletePurchaseOrder: remove } = operations;

before(async () => {
  rig = await purchasingRig();
  ({ primary, second } = rig.shop);
});
after(() => rig.stop());

test("more than is left is refused by its line, and nothing of the receipt counts", async () => {
  const [a, b] = [await rig.newVariant(), await rig.newVariant()];
  const order = await rig.order({
    status: "ordered",
    line_items: [a, b].map((variant_id) => ({ variant_id, quantity: 3 })),
  });
  const [first, last] = order.line_items.map(({ id }) => id);
  const some = (...line_items: object[]) => rig.onOrder(receive, order.id, { line_items });
  assert.deepEqual(await fieldsOf(some({ id: first, quantity: 1 }, { id: last, quantity: 4 })), [
    "line_items.1.quantity",
  ]);
  assert.deepEqual(await fieldsOf(some({ id: first, quantity: 1 }, { id: first, quantity: 1 })), [
    "line_items.1.id",
  ]);
  assert.deepEqual(await fieldsOf(some({ id: 999_999, quantity: 1 })), ["line_items.0.id"]);
  assert.deepEqual(await rig.stock(a, primary), { available: 0, incoming: 3 });
  await rig.onOrder(receive, order.id);
  assert.deepEqual(await fieldsOf(some({ id: first, quantity: 1 })), ["line_items.0.quantity"]);
});

test("a way between states that is not drawn is a conflict", async () => {
  const variant = await rig.newVariant();
  const make = (status: string) => rig.order({ status, line_items: [{ variant_id: variant, quantity: 1 }] });
  const conflict = async (work: Promise<unknown>, sentence: RegExp) => {
    const { code, message, details } = await refusalOf(work);
    assert.equal(code, "conflict");
    assert.match(message, sentence);
    assert.deepEqual(
      details.fields?.map(({ path }) => path),
      ["status"],
    );
  };
  const draft = await make("draft");
  await conflict(rig.onOrder(receive, draft.id), /is draft; from there it cannot become received/);
  await conflict(rig.onOrder(update, draft.id, { status: "received" }), /receive\.json/);
  await conflict(rig.onOrder(update, draft.id, { status: "cancelled" }), /cancel\.json/);
  const open = await make("ordered");
  await conflict(rig.onOrder(update, open.id, { status: "draft" }), /cannot become draft/);
  await conflict(rig.onOrder(remove, open.id), /only a draft or a cancelled one/);
  await rig.onOrder(receive, open.id);
  await conflict(rig.onOrder(cancel, open.id), /is received; from there it cannot become cancelled/);
  await conflict(rig.onOrder(remove, open.id), /only a draft or a cancelled one/);
  await rig.onOrder(cancel, draft.id);
  await conflict(rig.onOrder(receive, draft.id), /is cancelled/);
  await conflict(rig.onOrder(update, draft.id, { status: "ordered" }), /cannot become ordered/);
});

test("what is fixed by now is a conflict that names it, and the note can always be changed", async () => {
  const variant = await rig.newVariant();
  const order = await rig.order({ status: "ordered", line_items: [{ variant_id: variant, quantity: 1 }] });
  const fixed = async (body: object) => {
    const { code, details } = await refusalOf(rig.onOrder(update, order.id, body));
    assert.equal(code, "conflict");
    return details.fields?.map(({ path }) => path);
  };
  assert.deepEqual(await fixed({ location_id: second, currency_code: "USD" }), [
    "location_id",
    "currency_code",
  ]);
  await rig.onOrder(update, order.id, { supplier_name: "Another", expected_at: null });
  await rig.onOrder(receive, order.id);
  assert.deepEqual(await fixed({ supplier_name: "A third" }), ["supplier_name"]);
  assert.deepEqual(await fixed({ line_items: [{ variant_id: variant, quantity: 2 }] }), ["line_items"]);
  assert.equal((await rig.onOrder(update, order.id, { note: "Checked" })).note, "Checked");
});

test("what is wrong in a body is named, every field of it, and nothing is written", async () => {
  const variant = await rig.newVariant();
  const count = async () =>
    (await rig.db.database.query<{ n: number }>("select count(*) as n from purchase_orders")).rows[0]?.n;
  const start = await count();
  const fields = (body: object) => fieldsOf(rig.order(body));
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
  const order = await rig.order({ line_items: [line] });
  const change = (line_items: object[]) => fieldsOf(rig.onOrder(update, order.id, { line_items }));
  assert.deepEqual(await change([{ quantity: 1 }]), ["line_items.0.variant_id"]);
  assert.deepEqual(await change([{ id: 999_999, quantity: 1 }]), ["line_items.0.id"]);
  const other = await rig.newVariant();
  assert.deepEqual(await change([{ variant_id: other }]), ["line_items.0.quantity"]);
  const { id } = order.line_items[0] ?? assert.fail();
  assert.deepEqual(await change([{ id, variant_id: other }]), ["line_items.0.variant_id"]);
  assert.deepEqual(await change([{ id }, { variant_id: variant }]), ["line_items.1.variant_id"]);
  const currency = rig.onOrder(update, order.id, { currency_code: "JPY" });
  assert.deepEqual(await fieldsOf(currency), ["currency_code"], "7.50 has no place in yen");
  const yen = (line: object) =>
    rig.onOrder(update, order.id, { currency_code: "JPY", line_items: [{ id, ...line }] });
  assert.deepEqual(await fieldsOf(yen({ quantity: 2 })), ["currency_code"], "nor has the line that is kept");
  assert.equal((await yen({ cost_price: "8" })).line_items[0]?.cost_price, "8");
});

test("a location that is gone or not active takes no order, and one that closed since still receives", async () => {
  const { database } = rig.db;
  const { rows } = await database.query<{ id: number }>(
    "insert into locations (store_id, code, name) values ($1, 'closing', 'Closing') returning id",
    [rig.shop.store.id],
  );
  const closing = rows[0]?.id ?? 0;
  const line_items = [{ variant_id: await rig.newVariant(), quantity: 2 }];
  const order = await rig.order({ status: "ordered", location_id: closing, line_items });
  const draft = await rig.order({ location_id: closing, line_items });
  await database.query("update locations set is_active = false where id = $1", [closing]);
  assert.deepEqual(await fieldsOf(rig.onOrder(update, draft.id, { status: "ordered" })), ["location_id"]);
  const [line] = order.line_items;
  const more = rig.onOrder(update, order.id, { line_items: [{ id: line?.id, quantity: 3 }] });
  assert.deepEqual(await fieldsOf(more), ["location_id"], "no more sets off to it than was on its way");
  await rig.onOrder(update, order.id, { line_items: [{ id: line?.id, quantity: 1 }] });
  assert.equal((await rig.onOrder(receive, order.id)).status, "received");
  assert.deepEqual(await rig.stock(line?.variant_id ?? 0, closing), { available: 1, incoming: 0 });
  const bare = await rig.order({ location_id: primary, line_items });
  await database.query("update purchase_orders set location_id = 999999 where id = $1", [bare.id]);
  assert.deepEqual(await fieldsOf(rig.onOrder(update, bare.id, { status: "ordered" })), ["location_id"]);
  assert.equal((await rig.onOrder(update, bare.id, { note: "It closed" })).note, "It closed");
});
