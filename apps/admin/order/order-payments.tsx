import { Group, Text } from "@mantine/core";
import { formatMoney, formatNumber, Section, StatusBadge, type Tone } from "@souk/ui";
import type { Order } from "../orders/order-queries.ts";
import { texts } from "../texts.ts";
import { MoneyActions } from "./actions/money-actions.tsx";
import { PaymentActions } from "./actions/payment-actions.tsx";
import { gatewayName } from "./gateway-name.ts";
import { Record, Records } from "./record.tsx";

type Transaction = Order["transactions"][number];

const tones: Readonly<globalThis.Record<Transaction["status"], Tone>> = {
  pending: "warn",
  success: "good",
  failure: "danger",
};

/** Show the order's payments, authorizations and refunds. */
export function OrderPayments({ order }: { order: Order }) {
  const { payments } = texts.order;
  return (
    <Section
      title={payments.title}
      actions={
        <Group gap="xs">
          <MoneyActions order={order} />
        </Group>
      }
    >
      {order.transactions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {payments.none}
        </Text>
      ) : (
        <Records>
          {order.transactions.map((transaction) => (
            <Payment key={transaction.id} order={order} transaction={transaction} />
          ))}
        </Records>
      )}
    </Section>
  );
}

function Payment({ order, transaction }: { order: Order; transaction: Transaction }) {
  const { payments, totals } = texts.order;
  const { kind, status, amount, currency_code, gateway, reference, points, created_at } = transaction;
  return (
    <Record
      title={`${payments.kinds[kind]}: ${formatMoney(amount, currency_code)}`}
      badge={<StatusBadge tone={tones[status]}>{payments.statuses[status]}</StatusBadge>}
      at={created_at}
      actions={<PaymentActions order={order} transaction={transaction} />}
      lines={[
        gatewayName(gateway),
        points === null ? "" : totals.points({ points: formatNumber(points) }),
        reference === "" ? "" : payments.reference({ reference }),
      ]}
    />
  );
}
