import { DocumentPage } from "./document-page.tsx";
import { purchaseOrders, transfers } from "./documents.ts";
import { NewDocumentPage } from "./new-document-page.tsx";

/** Show a purchase order. */
export function PurchaseOrderPage() {
  return <DocumentPage kind={purchaseOrders} />;
}

/** Show a transfer. */
export function TransferPage() {
  return <DocumentPage kind={transfers} />;
}

/** Show the page that creates a purchase order. */
export function NewPurchaseOrderPage() {
  return <NewDocumentPage kind={purchaseOrders} />;
}

/** Show the page that creates a transfer. */
export function NewTransferPage() {
  return <NewDocumentPage kind={transfers} />;
}
