import { operations } from "@souk/contract";
import { type Route, read, write } from "../../../infrastructure/routing/route.ts";
import { countOrderPart, getOrderPart, listOrderPart } from "../order-part-lists.ts";
import type { OrdersDeps } from "../orders-deps.ts";
import { createTransaction } from "./create-transaction.ts";
import { updateTransaction } from "./update-transaction.ts";

const transactionPart = { part: "transactions", singular: "transaction" } as const;

/** Create the routes of transactions. */
export function createTransactionRoutes(deps: OrdersDeps): Route[] {
  const { documents } = deps;
  return [
    write(operations.createTransaction, (tx, call) => createTransaction(deps, tx, call)),
    read(operations.listTransactions, (_database, call) => listOrderPart(documents, call, "transactions")),
    read(operations.countTransactions, (_database, call) => countOrderPart(documents, call, "transactions")),
    read(operations.getTransaction, (_database, call) => getOrderPart(documents, call, transactionPart)),
    write(operations.updateTransaction, (tx, call) => updateTransaction(deps, tx, call)),
  ];
}
