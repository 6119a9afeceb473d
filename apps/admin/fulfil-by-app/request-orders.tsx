import { Anchor } from "@mantine/core";
import { AppLink, useAdminConsole, useStore } from "@souk/ui";
import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useMay } from "../use-may.ts";

/** The orders that were handed over, by their numbers; by their ids where the person may not see orders, or one is gone. */
export function RequestOrders({ ids }: { ids: readonly number[] }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
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
          <Anchor component={AppLink} to={`/${handle}/orders/${id}`} inherit>
            {number}
          </Anchor>
        )}
      </Fragment>
    );
  });
}
