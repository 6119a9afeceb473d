import { Group, Text } from "@mantine/core";
import { formatMoney, formatNumber, Section, StatusBadge, type Tone } from "@souk/ui";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { MoneyActions } from "./actions/money-actions.tsx";
import { PaymentActions } from "./actions/payment-actions.tsx";
import { getGatewayName } from "./gateway-name.ts";
import { OrderRecord, OrderRecords } from "./order-record.tsx";

type Transaction = Order["transactions"][number];

const tones: Readonly<Record<Transaction["status"], Tone>> = {
  pending: "warn",
  success: "good",
  failure: "danger",
};

/** Show an order's transactions: payments, authorizations, captures, refunds and voids, with their actions. */
export function OrderPayments({ order }: { order: Order }) {
  const words = texts.order.payments;
  return (
    <Section
      title={words.title}
      actions={
        <Group gap="xs">
          <MoneyActions order={order} />
        </Group>
      }
    >
      {order.transactions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      ) : (
        <OrderRecords>
          {order.transactions.map((transaction) => (
            <TransactionRecord key={transaction.id} order={order} transaction={transaction} />
          ))}
        </OrderRecords>
      )}
    </Section>
  );
}

function TransactionRecord({ order, transaction }: { order: Order; transaction: Transaction }) {
  const words = texts.order.payments;
  const { kind, status, amount, currency_code, gateway, reference, points, created_at } = transaction;
  return (
    <OrderRecord
      title={`${words.kinds[kind]}: ${formatMoney(amount, currency_code)}`}
      badge={<StatusBadge tone={tones[status]}>{words.statuses[status]}</StatusBadge>}
      at={created_at}
      actions={<PaymentActions order={order} transaction={transaction} />}
      lines={[
        getGatewayName(gateway),
        points === null ? "" : texts.order.totals.points({ points: formatNumber(points) }),
        reference === "" ? "" : words.reference({ reference }),
      ]}
    />
  );
}
