import type { lazyRouteComponent } from "@tanstack/react-router";

/** A page of a shop: its path below the shop's, and what it is made of, which is loaded when somebody goes there. */
export interface ShopPage {
  path: string;
  component: ReturnType<typeof lazyRouteComponent>;
  /** Reads what stands in the address after `?`. */
  readSearch?: (search: Record<string, unknown>) => object;
}
