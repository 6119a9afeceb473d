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
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { getBuyerContact, getBuyerName } from "./buyer.ts";
import { countUnits } from "./count-units.ts";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "./order-badges.tsx";
import type { Order } from "./order-queries.ts";
import { OrdersActions } from "./orders-actions.tsx";
import { OrdersFilters } from "./orders-filters.tsx";
import { ordersList } from "./orders-list.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { useSelectedOrders } from "./use-selected-orders.ts";

const listedFields =
  "order_number,status,financial_status,fulfillment_status,customer,email,phone,total_price,currency_code,line_items,processed_at";

function useOrders(listQuery: List<typeof ordersList>["query"]) {
  const admin = useAdminConsole();
  const query = { ...listQuery, fields: listedFields };
  return useQuery({
    queryKey: ["orders", query],
    queryFn: ({ signal }) => admin.orders.list({ query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Show the store's orders. The URL contains the search, filters, sort and page. */
export function OrdersPage() {
  const list = useList(ordersList);
  const query = useOrders(list.query);
  const selection = useSelectedOrders();
  return (
    <PageFrame wide title={texts.orders.title} actions={<OrdersActions filters={list.apiFilters} />}>
      <OrdersFilters list={list} />
      <SelectionBar ids={selection.ids} onClear={selection.clear} />
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
          isSelected: ({ id }) => selection.has(id),
          setSelected: selection.setSelected,
          getName: ({ order_number }) => order_number,
        }}
        empty={
          <NoRecords
            isFiltered={list.isFiltered}
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
      <TwoLines first={getBuyerName(order) || texts.orders.noCustomer} second={getBuyerContact(order)} />
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
