import { Group } from "@mantine/core";
import {
  type Column,
  DataTable,
  formatMoney,
  formatNumber,
  type List,
  NoRecords,
  PageFrame,
  Timestamp,
  TwoLines,
  useAdminConsole,
  useList,
} from "@souk/ui";
import { IconShoppingBag } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useChosenOrders } from "./chosen-orders.ts";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "./order-badges.tsx";
import type { Order } from "./order-queries.ts";
import { buyerContact, buyerName, countUnits } from "./order-words.ts";
import { OrdersActions } from "./orders-actions.tsx";
import { OrdersFilters } from "./orders-filters.tsx";
import { ordersList } from "./orders-list.ts";
import { SelectionBar } from "./selection-bar.tsx";

const shown =
  "order_number,status,financial_status,fulfillment_status,customer,email,phone,total_price,currency_code,line_items,processed_at";

function useOrders(asked: List<typeof ordersList>["query"]) {
  const admin = useAdminConsole();
  const query = { ...asked, fields: shown };
  return useQuery({
    queryKey: ["orders", query],
    queryFn: ({ signal }) => admin.orders.list({ query, signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * Show the orders of the store: searchable, filtered, sorted, a page at a time. All of it is kept in the
 * address.
 */
export function OrdersPage() {
  const list = useList(ordersList);
  const query = useOrders(list.query);
  const chosen = useChosenOrders();
  return (
    <PageFrame wide title={texts.orders.title} actions={<OrdersActions filters={list.apiFilters} />}>
      <OrdersFilters list={list} />
      <SelectionBar ids={chosen.ids} onClear={chosen.clear} />
      <DataTable
        label={texts.orders.title}
        query={query}
        rows={({ orders }) => orders}
        getKey={({ id }) => id}
        getLink={({ id }) => toStorePage("/orders/$id", { id })}
        sort={list.sort ?? ""}
        onSort={list.setSort}
        onPage={list.goToPage}
        selection={{
          isChosen: ({ id }) => chosen.has(id),
          choose: chosen.choose,
          getName: ({ order_number }) => order_number,
        }}
        empty={
          <NoRecords
            isNarrowed={list.isNarrowed}
            onShowAll={list.clearFilters}
            icon={IconShoppingBag}
            words={texts.orders}
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
    header: texts.orders.columns.order,
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
    header: texts.orders.columns.placed,
    sort: "processed_at",
    cell: ({ processed_at }) => <Timestamp at={processed_at} />,
  },
  {
    id: "customer",
    header: texts.orders.columns.customer,
    cell: (order) => (
      <TwoLines first={buyerName(order) || texts.orders.noCustomer} second={buyerContact(order)} />
    ),
  },
  {
    id: "total",
    header: texts.orders.columns.total,
    align: "end",
    cell: ({ total_price, currency_code }) => formatMoney(total_price, currency_code),
  },
  {
    id: "financial",
    header: texts.orders.columns.financial,
    cell: (order) => <FinancialStatus order={order} />,
  },
  {
    id: "fulfillment",
    header: texts.orders.columns.fulfillment,
    cell: (order) => <FulfillmentStatus order={order} />,
  },
  {
    id: "items",
    header: texts.orders.columns.items,
    align: "end",
    cell: (order) => formatNumber(countUnits(order)),
  },
];
