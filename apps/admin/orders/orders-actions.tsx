import { LinkButton, type List } from "@souk/ui";
import { exportAddress } from "../exports/export-address.ts";
import { texts } from "../texts.ts";
import type { ordersList } from "./orders-list.ts";

/** Show the action of the orders page: exporting the orders that it shows. */
export function OrdersActions({ filters }: { filters: List<typeof ordersList>["apiFilters"] }) {
  return (
    <LinkButton variant="default" to={exportAddress("orders", filters)}>
      {texts.orders.export}
    </LinkButton>
  );
}
