import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { catchErrorText } from "../../../infrastructure/routing/testing/catch-api-error.ts";
import { createMoneyCalls, type MoneyCalls, type TransactionDocument } from "../testing/money-calls.ts";
import { createOrdersFixture, type OrdersFixture } from "../testing/orders-fixture.ts";

let fixture: OrdersFixture;
let money: MoneyCalls;

before(async () => {
  fixture = await createOrdersFixture();
  money = createMoneyCalls(fixture);
});
after(() => fixture.stop());

test("an order's transactions can be listed in pages, counted and read by id", async () => {
  const { id } = await money.placeOrderOfAmount("30.00");
  const createdTransactions: TransactionDocument[] = [];
  for (const amount of ["1.00", "2.00", "3.00"])
    createdTransactions.push(await money.createTransaction(id, { kind: "sale", amount }));
  const [firstTransaction, , lastTransaction] = createdTransactions;
  const params = { order_id: id };
  const listTransactions = (query: string) =>
    fixture.call<object>(operations.listTransactions, { params, query });
  const paging = { total_count: 3, page_count: 2, limit: 2 };
  assert.deepEqual(await listTransactions("limit=2"), {
    transactions: createdTransactions.slice(0, 2),
    page: 1,
    ...paging,
  });
  // LST-3: a page number beyond the last page returns the last page.
  assert.deepEqual(await listTransactions("limit=2&page=9"), {
    transactions: [lastTransaction],
    page: 2,
    ...paging,
  });
  assert.deepEqual(await listTransactions("sort=id.desc&limit=1&fields=amount"), {
    transactions: [{ id: lastTransaction?.id, amount: "3.00" }],
    total_count: 3,
    page_count: 3,
    page: 1,
    limit: 1,
  });
  const countTransactions = (query: string) => fixture.call(operations.countTransactions, { params, query });
  assert.deepEqual(await countTransactions(`since_id=${createdTransactions[1]?.id}`), { count: 2 });
  assert.deepEqual(await countTransactions(`ids=${firstTransaction?.id},${lastTransaction?.id}`), {
    count: 2,
  });
  assert.deepEqual(await countTransactions("created_at_max=2020-01-01"), { count: 0 });
  const getTransaction = (transactionId: number) =>
    fixture.call(operations.getTransaction, { params: { ...params, id: transactionId } });
  assert.deepEqual(await getTransaction(firstTransaction?.id ?? 0), { transaction: firstTransaction });
  const otherOrder = await money.placeOrderOfAmount("1.00", { transactions: [{ kind: "sale", amount: 1 }] });
  assert.equal(await catchErrorText(getTransaction(otherOrder.transactions[0]?.id ?? 0)), "not_found");
});
