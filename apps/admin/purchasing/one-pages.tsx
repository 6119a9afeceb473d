import { DocumentPage } from "./document-page.tsx";
import { purchaseOrders, transfers } from "./documents.ts";
import { NewDocumentPage } from "./new-document-page.tsx";

/** One purchase order. */
export function PurchaseOrderPage() {
  return <DocumentPage kind={purchaseOrders} />;
}

/** One transfer. */
export function TransferPage() {
  return <DocumentPage kind={transfers} />;
}

/** A new purchase order. */
export function NewPurchaseOrderPage() {
  return <NewDocumentPage kind={purchaseOrders} />;
}

/** A new transfer. */
export function NewTransferPage() {
  return <NewDocumentPage kind={transfers} />;
}
