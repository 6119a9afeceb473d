import { Anchor } from "@mantine/core";
import { AppLink, useAdminConsole } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { toStorePage } from "../page-addresses.ts";
import { useMay } from "../use-may.ts";

/**
 * Show the numbers of the orders that were sent; their ids without permission to see orders, or if one is
 * gone.
 */
export function RequestOrders({ ids }: { ids: readonly number[] }) {
  const admin = useAdminConsole();
  const mayRead = useMay()("read_orders");
  const query = { ids: [...ids], limit: 250, fields: "order_number" };
  const { data } = useQuery({
    queryKey: ["orders", query],
    queryFn: ({ signal }) => admin.orders.list({ query, signal }),
    enabled: mayRead,
  });
  const numbers = new Map(data?.orders.map(({ id, order_number }) => [id, order_number]));
  return ids.map((id, place) => {
    const number = numbers.get(id);
    return (
      <Fragment key={id}>
        {place > 0 && ", "}
        {number === undefined ? (
          id
        ) : (
          <Anchor component={AppLink} to={toStorePage("/orders/$id", { id })} inherit>
            {number}
          </Anchor>
        )}
      </Fragment>
    );
  });
}
