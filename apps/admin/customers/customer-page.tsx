import { Grid, Stack } from "@mantine/core";
import { formatMoney, formatNumber, Metrics, Timestamp, useStore } from "@souk/ui";
import { EditGate } from "../edit-gate.tsx";
import { useCustomerMetafieldOwner } from "../metafields/metafield-owner.ts";
import { MetafieldsSection } from "../metafields/metafields-section.tsx";
import { texts } from "../texts.ts";
import { AddressesSection } from "./addresses/addresses-section.tsx";
import { CustomerDetails, CustomFields } from "./customer-form.tsx";
import { CustomerFrame } from "./customer-frame.tsx";
import { CustomerGroups } from "./customer-groups.tsx";
import type { Customer } from "./customer-queries.ts";
import { PrivacySection } from "./privacy/privacy-section.tsx";

/** Show a customer's balances, details, addresses, groups, metafields and privacy actions. */
export function CustomerPage() {
  return (
    <CustomerFrame>{(customer) => <CustomerSections key={customer.id} customer={customer} />}</CustomerFrame>
  );
}

function CustomerSections({ customer }: { customer: Customer }) {
  const metafieldOwner = useCustomerMetafieldOwner(customer.id);
  return (
    <Stack gap="lg">
      <Overview customer={customer} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <EditGate requiredRight="customers.edit">
              <Stack gap="lg">
                <CustomerDetails customer={customer} />
                <CustomFields customer={customer} />
              </Stack>
            </EditGate>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <AddressesSection customer={customer} />
            <CustomerGroups customer={customer} />
          </Stack>
        </Grid.Col>
      </Grid>
      <EditGate requiredRight="customers.edit" isQuiet>
        <MetafieldsSection owner={metafieldOwner} />
      </EditGate>
      <PrivacySection customer={customer} />
    </Stack>
  );
}

function Overview({ customer }: { customer: Customer }) {
  const { currency_code } = useStore();
  const { total_credit, total_point, total_spent, order_count, created_at } = customer;
  const { figures, sections } = texts.customers;
  return (
    <Metrics
      metrics={[
        { label: sections.credit, value: formatMoney(total_credit, currency_code) },
        { label: sections.points, value: formatNumber(total_point) },
        { label: figures.spent, value: formatMoney(total_spent, currency_code) },
        { label: figures.orders, value: formatNumber(order_count) },
        { label: figures.since, value: <Timestamp at={created_at} /> },
      ]}
    />
  );
}
