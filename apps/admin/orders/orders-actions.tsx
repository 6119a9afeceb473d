import type { List } from "@souk/ui";
import { buildExportPageLink } from "../exports/export-page-link.ts";
import { PageLinkButton } from "../page-link-button.tsx";
import { texts } from "../texts.ts";
import type { ordersList } from "./orders-list.ts";

/** Show the link that exports the orders that match the list's filters. */
export function OrdersActions({ filters }: { filters: List<typeof ordersList>["apiFilters"] }) {
  return (
    <PageLinkButton variant="default" to={buildExportPageLink("orders", filters)}>
      {texts.orders.export}
    </PageLinkButton>
  );
}
