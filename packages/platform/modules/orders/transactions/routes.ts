import { operations } from "@souk/contract";
import { type Route, read, write } from "../../../routing/route.ts";
import type { OrderDesk } from "../order-desk.ts";
import { countOrderPart, getOrderPart, listOrderPart } from "../order-part-lists.ts";
import { createTransaction } from "./create-transaction.ts";
import { updateTransaction } from "./update-transaction.ts";

const one = { part: "transactions", singular: "transaction" } as const;

/** The operations of transactions. */
export function transactionRoutes(desk: OrderDesk): Route[] {
  const { documents } = desk;
  return [
    write(operations.createTransaction, (tx, call) => createTransaction(desk, tx, call)),
    read(operations.listTransactions, (_database, call) => listOrderPart(documents, call, "transactions")),
    read(operations.countTransactions, (_database, call) => countOrderPart(documents, call, "transactions")),
    read(operations.getTransaction, (_database, call) => getOrderPart(documents, call, one)),
    write(operations.updateTransaction, (tx, call) => updateTransaction(desk, tx, call)),
  ];
}
