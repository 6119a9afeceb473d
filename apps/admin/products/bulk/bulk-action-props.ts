import type { SelectedProduct } from "./use-selected-products.ts";

/** The props of a dialog for an action on the selected products. */
export interface BulkActionProps {
  products: readonly SelectedProduct[];
  /**
   * Called with the products that were changed, which are then deselected. The other products stay selected for
   * another attempt.
   */
  onCompleted: (products: readonly SelectedProduct[]) => void;
  onClose: () => void;
}
