import { purchaseOrders, transfers } from "./documents.ts";
import { DocumentsPage } from "./documents-page.tsx";

/** Show the list of the store's purchase orders. */
export function PurchaseOrdersPage() {
  return <DocumentsPage kind={purchaseOrders} />;
}

/** Show the list of the store's transfers. */
export function TransfersPage() {
  return <DocumentsPage kind={transfers} />;
}
