export { foldCounts } from "./fold-counts.ts";
export { createProductDocuments, type ProductDocuments } from "./product-documents.ts";
export { catalogRoutes } from "./routes.ts";
export { registerCatalogTopics } from "./topics.ts";
