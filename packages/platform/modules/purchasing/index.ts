export { purchaseOrders, transfers } from "./document-kind.ts";
export { keepsLocation } from "./keeps-location.ts";
export { openDocument } from "./open-document.ts";
export { purchasingRoutes } from "./routes.ts";
export { registerPurchasingTopics } from "./topics.ts";
