import type { StorePage } from "@souk/contract";
import type { lazyRouteComponent } from "@tanstack/react-router";

/** The component of a page, which is loaded when the page is first opened, and its search parameters. */
export interface PanelPage {
  component: ReturnType<typeof lazyRouteComponent>;
  /** Read the page's search parameters from the URL. */
  parseSearch?: (search: Record<string, unknown>) => object;
}

/** Pages of a store, by their path in the contract's list of store pages. */
export type StorePages = Readonly<Partial<Record<StorePage, PanelPage>>>;
