import type { ChosenProduct } from "./chosen-products.ts";

/** What is done to many products is given. */
export interface DeedProps {
  chosen: readonly ChosenProduct[];
  /** Told of those that it worked with: they are chosen no more, the others are for another try. */
  onWorked: (products: readonly ChosenProduct[]) => void;
  onClose: () => void;
}
