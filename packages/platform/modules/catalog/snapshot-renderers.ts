import { renderIds, type SnapshotRenderers } from "../../infrastructure/events/snapshot-renderers.ts";
import type { ProductDocuments } from "./product-documents.ts";

/** Create the renderers of the product topics. */
export function createProductRenderers(documents: ProductDocuments): SnapshotRenderers {
  return {
    "product/create": documents.many,
    "product/update": documents.many,
    "product/delete": renderIds,
  };
}
