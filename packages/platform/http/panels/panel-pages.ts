import { framingPages, partnerPages, type StorePage, staffPages, storePages } from "@souk/contract";
import {
  buildRoutePath,
  buildStoreRoutePath,
  type PageRoute,
  type PanelName,
} from "../../infrastructure/routing/page.ts";

/**
 * Store pages whose routes belong to modules. Before a module shows such a page, it finds the app or the fulfillment request of
 * the page, to set the headers or to respond with 404.
 */
const pagesOfModules: readonly StorePage[] = [...framingPages, "/apps/installed/$client_id/details"];

function createPanelPage(host: PanelName, path: string, visitor: PageRoute["visitor"]): PageRoute {
  return { host, method: "GET", path, visitor, handle: async () => ({ status: 200, panel: host }) };
}

/** List the routes of the contract's panel pages, except the pages whose routes belong to modules. */
export function listPanelPages(): PageRoute[] {
  const ownPages = storePages.filter((page) => !pagesOfModules.includes(page));
  return [
    ...ownPages.map((page) => createPanelPage("admin", buildStoreRoutePath(page), "member")),
    ...staffPages.map((page) => createPanelPage("admin", buildRoutePath("/staff", page), "staff")),
    ...partnerPages.map((page) => createPanelPage("partners", buildRoutePath("/", page), "account")),
  ];
}
