import { operations } from "@souk/contract";
import { type Route, read, write } from "../../infrastructure/routing/route.ts";
import { cancelDocument } from "./cancel-document.ts";
import { createDocument } from "./create-document.ts";
import { deleteDocument } from "./delete-document.ts";
import { purchaseOrders, transfers } from "./document-kind.ts";
import { getDocument } from "./get-document.ts";
import { countDocuments, listDocuments } from "./list-documents.ts";
import { receiveDocument } from "./receive-document.ts";
import { updateDocument } from "./update-document.ts";

/** Create the routes of purchase orders and transfers. */
export function createPurchasingRoutes(): Route[] {
  return [
    read(operations.listPurchaseOrders, (db, call) => listDocuments(purchaseOrders, db, call)),
    read(operations.countPurchaseOrders, (db, call) => countDocuments(purchaseOrders, db, call)),
    read(operations.getPurchaseOrder, (db, call) => getDocument(purchaseOrders, db, call)),
    write(operations.createPurchaseOrder, (tx, call) => createDocument(purchaseOrders, tx, call)),
    write(operations.updatePurchaseOrder, (tx, call) => updateDocument(purchaseOrders, tx, call)),
    write(operations.receivePurchaseOrder, (tx, call) => receiveDocument(purchaseOrders, tx, call)),
    write(operations.cancelPurchaseOrder, (tx, call) => cancelDocument(purchaseOrders, tx, call)),
    write(operations.deletePurchaseOrder, (tx, call) => deleteDocument(purchaseOrders, tx, call)),
    read(operations.listTransfers, (db, call) => listDocuments(transfers, db, call)),
    read(operations.countTransfers, (db, call) => countDocuments(transfers, db, call)),
    read(operations.getTransfer, (db, call) => getDocument(transfers, db, call)),
    write(operations.createTransfer, (tx, call) => createDocument(transfers, tx, call)),
    write(operations.updateTransfer, (tx, call) => updateDocument(transfers, tx, call)),
    write(operations.receiveTransfer, (tx, call) => receiveDocument(transfers, tx, call)),
    write(operations.cancelTransfer, (tx, call) => cancelDocument(transfers, tx, call)),
    write(operations.deleteTransfer, (tx, call) => deleteDocument(transfers, tx, call)),
  ];
}
