import { framingPages, partnerPages, type StorePage, staffPages, storePages } from "@souk/contract";
import {
  buildRoutePath,
  buildStoreRoutePath,
  type PageRoute,
  type PanelName,
} from "../../infrastructure/routing/page.ts";

/** Pages of a store whose documents modules answer: they look the app or the request up first, for its policy or a 404. */
const answeredByModules: readonly StorePage[] = [...framingPages, "/apps/installed/$client_id/details"];

function panelPage(host: PanelName, path: string, visitor: PageRoute["visitor"]): PageRoute {
  return { host, method: "GET", path, visitor, handle: async () => ({ status: 200, panel: host }) };
}

/** List the pages that a panel's program shows, as the contract lists them; every other address of the panels is a 404. */
export function panelPages(): PageRoute[] {
  const plain = storePages.filter((page) => !answeredByModules.includes(page));
  return [
    ...plain.map((page) => panelPage("admin", buildStoreRoutePath(page), "member")),
    ...staffPages.map((page) => panelPage("admin", buildRoutePath("/staff", page), "staff")),
    ...partnerPages.map((page) => panelPage("partners", buildRoutePath("/", page), "account")),
  ];
}
