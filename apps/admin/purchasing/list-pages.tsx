import { purchaseOrders, transfers } from "./documents.ts";
import { DocumentsPage } from "./documents-page.tsx";

/** Show the purchase orders of the store. */
export function PurchaseOrdersPage() {
  return <DocumentsPage kind={purchaseOrders} />;
}

/** Show the transfers of the store. */
export function TransfersPage() {
  return <DocumentsPage kind={transfers} />;
}
