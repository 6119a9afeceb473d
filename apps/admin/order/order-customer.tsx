import { Anchor, Stack, Text } from "@mantine/core";
import { PageLink, Section } from "@souk/ui";
import type { ReactNode } from "react";
import classes from "../customers/addresses/addresses.module.css";
import { formatAddressLines } from "../customers/addresses/format-address.ts";
import { getBuyerEmail, getBuyerName } from "../orders/buyer.ts";
import type { Order } from "../orders/order-queries.ts";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";

/** Show an order's buyer, shipping address and billing address. */
export function OrderCustomer({ order }: { order: Order }) {
  const words = texts.order.customer;
  const { shipping_address, billing_address } = order;
  const isSameAddress = JSON.stringify(shipping_address) === JSON.stringify(billing_address);
  return (
    <Section title={words.title}>
      <Stack>
        <Buyer order={order} />
        <LabeledText label={words.shipping}>
          <Lines lines={formatLines(shipping_address)} />
        </LabeledText>
        <LabeledText label={words.billing}>
          {isSameAddress && billing_address !== null ? (
            words.sameAddress
          ) : (
            <Lines lines={formatLines(billing_address)} />
          )}
        </LabeledText>
      </Stack>
    </Section>
  );
}

function LabeledText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {children}
    </div>
  );
}

function formatLines(address: Order["shipping_address"]): string[] {
  return address === null ? [] : formatAddressLines(address);
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <Stack gap={0} className={classes["lines"] ?? ""}>
      {lines.length === 0
        ? texts.order.customer.noAddress
        : lines.map((line) => <span key={line}>{line}</span>)}
    </Stack>
  );
}

function Buyer({ order }: { order: Order }) {
  const name = getBuyerName(order);
  const { customer_id, phone } = order;
  if (name === "" && customer_id === null)
    return (
      <Text size="sm" c="dimmed">
        {texts.order.customer.noCustomer}
      </Text>
    );
  const contacts = [getBuyerEmail(order), phone].filter((line) => line !== "" && line !== name);
  return (
    <div>
      <BuyerName name={name === "" ? texts.order.customer.title : name} customerId={customer_id} />
      {contacts.length > 0 && <Lines lines={contacts} />}
    </div>
  );
}

function BuyerName({ name, customerId }: { name: string; customerId: number | null }) {
  const canRead = usePermissions()("customers.view");
  if (customerId === null || !canRead) return <Text fw={600}>{name}</Text>;
  return (
    <Anchor component={PageLink} fw={600} to={toStorePage("/customers/$id", { id: customerId })}>
      {name}
    </Anchor>
  );
}
