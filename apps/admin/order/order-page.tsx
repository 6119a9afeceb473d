import { Grid, Group, Stack } from "@mantine/core";
import { isMissing, PageFrame, QueryBoundary, Timestamp, useFocusFallback } from "@souk/ui";
import { useRef } from "react";
import { MissingRecord } from "../missing-record.tsx";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../orders/order-badges.tsx";
import { type Order, useOrder } from "../orders/order-queries.ts";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { useIdFromUrl } from "../use-id-from-url.ts";
import { OrderActions } from "./actions/order-actions.tsx";
import { OrderCustomer } from "./order-customer.tsx";
import { OrderLines } from "./order-lines.tsx";
import { CustomerNote, InternalNotes } from "./order-notes.tsx";
import { OrderOrigin } from "./order-origin.tsx";
import { OrderPayments } from "./order-payments.tsx";
import { OrderRefunds } from "./order-refunds.tsx";
import { OrderRequests } from "./order-requests.tsx";
import { OrderReturns } from "./order-returns.tsx";
import { OrderShipments } from "./order-shipments.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { OrderTotals } from "./order-totals.tsx";

/** Show an order with its lines, payments, shipments, buyer, history and actions. */
export function OrderPage() {
  const query = useOrder(useIdFromUrl());
  // If the order was deleted after it was loaded, the query still contains its old data.
  const order = isMissing(query) ? undefined : query.data?.order;
  const listPage = toStorePage("/orders");
  return (
    <PageFrame
      wide
      title={order?.order_number ?? (isMissing(query) ? texts.order.missing.title : texts.order.loading)}
      breadcrumbs={[{ label: texts.orders.title, to: listPage }]}
      badge={order && <Badges order={order} />}
      actions={order && <OrderActions order={order} />}
      {...(order === undefined ? {} : { lead: <Timestamp at={order.processed_at} absolute /> })}
    >
      <QueryBoundary
        query={query}
        skeleton="form"
        notFound={<MissingRecord words={texts.order.missing} to={listPage} />}
      >
        {(response) => <OrderSections key={response.order.id} order={response.order} />}
      </QueryBoundary>
    </PageFrame>
  );
}

function Badges({ order }: { order: Order }) {
  return (
    <Group gap="xs">
      {order.status !== "open" && <OrderStatus order={order} />}
      <FinancialStatus order={order} />
      <FulfillmentStatus order={order} />
    </Group>
  );
}

function OrderSections({ order }: { order: Order }) {
  const region = useRef<HTMLDivElement>(null);
  // If the focused button disappears after a change of the order, move the focus to the region.
  useFocusFallback(region, order.updated_at);
  return (
    <div ref={region} tabIndex={-1}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            <OrderLines order={order} />
            <OrderTotals order={order} />
            <OrderPayments order={order} />
            <OrderShipments order={order} />
            <OrderRequests order={order} />
            <OrderRefunds order={order} />
            <OrderReturns order={order} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="lg">
            <OrderCustomer order={order} />
            <CustomerNote order={order} />
            <InternalNotes order={order} />
            <OrderOrigin order={order} />
            <OrderTimeline order={order} />
          </Stack>
        </Grid.Col>
      </Grid>
    </div>
  );
}
