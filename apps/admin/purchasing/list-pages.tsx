import { purchaseOrders, transfers } from "./documents.ts";
import { DocumentsPage } from "./documents-page.tsx";

/** The purchase orders of the shop. */
export function PurchaseOrdersPage() {
  return <DocumentsPage kind={purchaseOrders} />;
}

/** The transfers of the shop. */
export function TransfersPage() {
  return <DocumentsPage kind={transfers} />;
}
