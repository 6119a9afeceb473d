import { LinkButton, useStore } from "@souk/ui";
import { exportAddress } from "../exports/export-address.ts";
import type { OrdersPlace } from "./orders-filters.tsx";
import { strings } from "./strings.ts";

/** What can be done on the page of all orders: a file of those that it shows. */
export function OrdersActions({ at }: { at: OrdersPlace["at"] }) {
  const { handle } = useStore();
  const { query, status, financial, fulfillment, location } = at;
  const filters = {
    query,
    status,
    financial_status: financial,
    fulfillment_status: fulfillment,
    location_id: location,
  };
  return (
    <LinkButton variant="default" to={exportAddress(handle, "orders", filters)}>
      {strings.export}
    </LinkButton>
  );
}
