import { Anchor } from "@mantine/core";
import { PageLink, useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { toStorePage } from "../page-urls.ts";
import { usePermissions } from "../use-permissions.ts";

/**
 * Show the orders of a fulfillment request as links with their order numbers. For an order that was deleted or that this
 * person may not view, show only the id, without a link.
 */
export function RequestOrders({ ids }: { ids: readonly number[] }) {
  const admin = useAdminConsole();
  const canRead = usePermissions()("orders.view");
  const query = { ids: [...ids], limit: 250, fields: "order_number" };
  const { data } = useQuery({
    queryKey: ["orders", query],
    queryFn: ({ signal }) => admin.orders.list({ query, signal }),
    enabled: canRead,
  });
  const orderNumbers = new Map(data?.orders.map(({ id, order_number }) => [id, order_number]));
  return ids.map((id, index) => {
    const orderNumber = orderNumbers.get(id);
    return (
      <Fragment key={id}>
        {index > 0 && ", "}
        {orderNumber === undefined ? (
          id
        ) : (
          <Anchor component={PageLink} to={toStorePage("/orders/$id", { id })} inherit>
            {orderNumber}
          </Anchor>
        )}
      </Fragment>
    );
  });
}
