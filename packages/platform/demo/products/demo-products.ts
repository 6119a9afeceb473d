import type { DemoProduct } from "./demo-product.ts";
import { deskProducts } from "./desk.ts";
import { homeProducts } from "./home.ts";
import { pantryProducts } from "./pantry.ts";
import { tableProducts } from "./table.ts";
import { wearProducts } from "./wear.ts";

/** All that the demo shop sells. */
export const demoProducts: readonly DemoProduct[] = [
  ...tableProducts,
  ...wearProducts,
  ...pantryProducts,
  ...homeProducts,
  ...deskProducts,
];
