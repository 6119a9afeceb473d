export { foldCounts } from "./fold-counts.ts";
export { insertProduct, type NewProduct, type NewVariant } from "./insert-product.ts";
export { createProductDocuments, type ProductDocuments } from "./product-documents.ts";
export { catalogRoutes } from "./routes.ts";
export { registerCatalogTopics } from "./topics.ts";
