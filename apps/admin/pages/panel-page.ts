import type { StorePage } from "@souk/contract";
import type { lazyRouteComponent } from "@tanstack/react-router";

/** What a page is made of, which is loaded when somebody goes there. */
export interface PanelPage {
  component: ReturnType<typeof lazyRouteComponent>;
  /** Read the query parameters of the address. */
  readSearch?: (search: Record<string, unknown>) => object;
}

/** Pages of a store, each with its path as the contract lists it. */
export type StorePages = Readonly<Partial<Record<StorePage, PanelPage>>>;
