import type { CreationKit } from "../../../catalog/index.ts";
import type { SetStock } from "../../../inventory/index.ts";

/** What writing plans needs of the rest of the house. */
export interface WriteKit extends CreationKit {
  setStock: SetStock;
}
