import type { ChosenProduct } from "./chosen-products.ts";

/** The props of an action on many products. */
export interface BulkActionProps {
  chosen: readonly ChosenProduct[];
  /** Called with the products that succeeded: they are deselected, the others stay selected for another try. */
  onWorked: (products: readonly ChosenProduct[]) => void;
  onClose: () => void;
}
