import { Group } from "@mantine/core";
import {
  type Column,
  DataTable,
  formatMoney,
  formatNumber,
  NoRecords,
  PageFrame,
  Timestamp,
  TwoLines,
  useAdminConsole,
  usePlace,
  useStore,
} from "@souk/ui";
import { IconShoppingBag } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChosenBar } from "./chosen-bar.tsx";
import { useChosenOrders } from "./chosen-orders.ts";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "./order-badges.tsx";
import type { Order } from "./order-queries.ts";
import { buyerContact, buyerName, unitsOf } from "./order-words.ts";
import { OrdersActions } from "./orders-actions.tsx";
import { OrdersFilters, type OrdersPlace, ordersAddress } from "./orders-filters.tsx";
import { strings } from "./strings.ts";

const usualSort = "processed_at.desc";
const shown =
  "order_number,status,financial_status,fulfillment_status,customer,email,phone,total_price,currency_code,line_items,processed_at";

function useOrders({ at, page }: OrdersPlace) {
  const admin = useAdminConsole();
  const asked = {
    page,
    limit: 50,
    fields: shown,
    sort: at.sort === "" ? usualSort : at.sort,
    ...(at.query === "" ? {} : { query: at.query }),
    ...(at.status === "" ? {} : { status: at.status as Order["status"] }),
    ...(at.financial === "" ? {} : { financial_status: [at.financial] }),
    ...(at.fulfillment === "" ? {} : { fulfillment_status: [at.fulfillment] }),
    ...(at.location === "" ? {} : { location_id: Number(at.location) }),
  };
  return useQuery({
    queryKey: ["orders", asked],
    queryFn: ({ signal }) => admin.orders.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
}

const everything = { query: "", status: "", financial: "", fulfillment: "", location: "" };

/** The orders of the shop: found by words, narrowed, sorted, a page at a time. All of it stands in the address. */
export function OrdersPage() {
  const { handle } = useStore();
  const place = usePlace(ordersAddress);
  const { at, go } = place;
  const query = useOrders(place);
  const chosen = useChosenOrders();
  return (
    <PageFrame wide title={strings.title} lead={strings.lead} actions={<OrdersActions at={at} />}>
      <OrdersFilters place={place} />
      <ChosenBar ids={chosen.ids} onClear={chosen.clear} />
      <DataTable
        label={strings.title}
        query={query}
        rows={({ orders }) => orders}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/${handle}/orders/${id}`}
        sort={at.sort === "" ? usualSort : at.sort}
        onSort={(sort) => go({ sort: sort === usualSort ? "" : sort })}
        onPage={(page, how) => go({ page }, how)}
        selection={{
          isChosen: ({ id }) => chosen.has(id),
          choose: chosen.choose,
          nameOf: ({ order_number }) => order_number,
        }}
        empty={
          <NoRecords
            isNarrowed={Object.keys(everything).some((name) => at[name as keyof typeof everything] !== "")}
            onShowAll={() => go(everything)}
            icon={IconShoppingBag}
            words={strings}
          />
        }
        columns={columns}
      />
    </PageFrame>
  );
}

const columns: readonly Column<Order>[] = [
  {
    id: "order",
    header: strings.columns.order,
    sort: "number",
    cell: (order) => (
      <Group gap="xs" component="span">
        {order.order_number}
        {order.status !== "open" && <OrderStatus order={order} />}
      </Group>
    ),
  },
  {
    id: "placed",
    header: strings.columns.placed,
    sort: "processed_at",
    cell: ({ processed_at }) => <Timestamp at={processed_at} />,
  },
  {
    id: "customer",
    header: strings.columns.customer,
    cell: (order) => <TwoLines first={buyerName(order) || strings.nobody} second={buyerContact(order)} />,
  },
  {
    id: "total",
    header: strings.columns.total,
    align: "end",
    cell: ({ total_price, currency_code }) => formatMoney(total_price, currency_code),
  },
  {
    id: "financial",
    header: strings.columns.financial,
    cell: (order) => <FinancialStatus order={order} />,
  },
  {
    id: "fulfillment",
    header: strings.columns.fulfillment,
    cell: (order) => <FulfillmentStatus order={order} />,
  },
  {
    id: "items",
    header: strings.columns.items,
    align: "end",
    cell: (order) => formatNumber(unitsOf(order)),
  },
];
