import { operations } from "@souk/contract";
import type { FactRegistry } from "../../events/facts.ts";
import { type Route, read, write } from "../../routing/route.ts";
import { createChangeLevels } from "../inventory/index.ts";
import { cancelDocument } from "./cancel-document.ts";
import { createDocument } from "./create-document.ts";
import { deleteDocument } from "./delete-document.ts";
import type { Desk } from "./desk.ts";
import { purchaseOrders, transfers } from "./document-kind.ts";
import { getDocument } from "./get-document.ts";
import { countDocuments, listDocuments } from "./list-documents.ts";
import { receiveDocument } from "./receive-document.ts";
import { updateDocument } from "./update-document.ts";

/** The operations of purchase orders and transfers. */
export function purchasingRoutes(facts: FactRegistry): Route[] {
  const changeLevels = createChangeLevels(facts);
  const orders: Desk = { kind: purchaseOrders, facts, changeLevels };
  const moves: Desk = { kind: transfers, facts, changeLevels };
  return [
    read(operations.listPurchaseOrders, (run, call) => listDocuments(purchaseOrders, run, call)),
    read(operations.countPurchaseOrders, (run, call) => countDocuments(purchaseOrders, run, call)),
    read(operations.getPurchaseOrder, (run, call) => getDocument(purchaseOrders, run, call)),
    write(operations.createPurchaseOrder, (tx, call) => createDocument(orders, tx, call)),
    write(operations.updatePurchaseOrder, (tx, call) => updateDocument(orders, tx, call)),
    write(operations.receivePurchaseOrder, (tx, call) => receiveDocument(orders, tx, call)),
    write(operations.cancelPurchaseOrder, (tx, call) => cancelDocument(orders, tx, call)),
    write(operations.deletePurchaseOrder, (tx, call) => deleteDocument(orders, tx, call)),
    read(operations.listTransfers, (run, call) => listDocuments(transfers, run, call)),
    read(operations.countTransfers, (run, call) => countDocuments(transfers, run, call)),
    read(operations.getTransfer, (run, call) => getDocument(transfers, run, call)),
    write(operations.createTransfer, (tx, call) => createDocument(moves, tx, call)),
    write(operations.updateTransfer, (tx, call) => updateDocument(moves, tx, call)),
    write(operations.receiveTransfer, (tx, call) => receiveDocument(moves, tx, call)),
    write(operations.cancelTransfer, (tx, call) => cancelDocument(moves, tx, call)),
    write(operations.deleteTransfer, (tx, call) => deleteDocument(moves, tx, call)),
  ];
}
