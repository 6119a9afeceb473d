import { operations } from "@souk/contract";
import { type Route, read, write } from "../../../infrastructure/routing/route.ts";
import { countChildRecords, getChildRecord, listChildRecords } from "../order-child-lists.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { createTransaction } from "./create-transaction.ts";
import { updateTransaction } from "./update-transaction.ts";

const transactionNames = { listName: "transactions", singular: "transaction" } as const;

/** Create the routes of transactions. */
export function createTransactionRoutes(deps: OrdersDeps): Route[] {
  const { orderSnapshots } = deps;
  return [
    write(operations.createTransaction, (tx, call) => createTransaction(deps, tx, call)),
    read(operations.listTransactions, (_database, call) =>
      listChildRecords(orderSnapshots, call, "transactions"),
    ),
    read(operations.countTransactions, (_database, call) =>
      countChildRecords(orderSnapshots, call, "transactions"),
    ),
    read(operations.getTransaction, (_database, call) =>
      getChildRecord(orderSnapshots, call, transactionNames),
    ),
    write(operations.updateTransaction, (tx, call) => updateTransaction(deps, tx, call)),
  ];
}
