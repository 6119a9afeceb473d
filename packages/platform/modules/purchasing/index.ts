export { explainDocumentsBlockingDelete } from "./blocks-location-delete.ts";
export { purchaseOrders, transfers } from "./document-kind.ts";
export { insertHistoricalDocument } from "./insert-historical-document.ts";
export { purchasingModule } from "./module.ts";
