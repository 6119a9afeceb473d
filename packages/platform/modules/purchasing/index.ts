export { purchasingBlocksLocationDelete } from "./blocks-location-delete.ts";
export { purchaseOrders, transfers } from "./document-kind.ts";
export { purchasingModule } from "./module.ts";
export { openDocument } from "./open-document.ts";
