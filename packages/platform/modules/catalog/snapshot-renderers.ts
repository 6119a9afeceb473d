import { renderIds, type SnapshotRenderers } from "../../infrastructure/events/snapshot-renderers.ts";
import type { ProductSnapshots } from "./product-snapshots.ts";

/** Create the renderers of the product topics. */
export function createProductRenderers(snapshots: ProductSnapshots): SnapshotRenderers {
  return {
    "product/create": snapshots.loadMany,
    "product/update": snapshots.loadMany,
    "product/delete": renderIds,
  };
}
