import type { DemoProduct } from "./demo-product.ts";
import { homeProducts } from "./home.ts";
import { officeProducts } from "./office.ts";
import { pantryProducts } from "./pantry.ts";
import { tableProducts } from "./table.ts";
import { wearProducts } from "./wear.ts";

/** The products of the demo store. */
export const demoProducts: readonly DemoProduct[] = [
  ...tableProducts,
  ...wearProducts,
  ...pantryProducts,
  ...homeProducts,
  ...officeProducts,
];
