import { Button, Group, SimpleGrid, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import {
  type Bucket,
  CopyField,
  formatMoney,
  KeyValues,
  LongText,
  Metrics,
  PageFrame,
  SecretField,
  Section,
  StatusBadge,
  TimeBars,
  Timestamp,
} from "../../index.ts";
import { toGalleryPage } from "./to-gallery-page.ts";

const kinds = [
  { id: "stock", label: "Stock changed" },
  { id: "products", label: "Products changed" },
  { id: "apps", label: "Apps installed or removed" },
  { id: "sent", label: "Webhooks sent" },
];

const buckets: Bucket[] = Array.from({ length: 30 }, (_, day) => ({
  at: new Date(Date.UTC(2026, 9, 23 + day, 16)).toISOString(),
  counts: {
    stock: (day * 7) % 19,
    products: (day * 5) % 7,
    apps: day % 9 === 4 ? 1 : 0,
    sent: day % 6 === 5 ? 0 : (day * 11) % 23,
  },
}));

const metrics = [
  { label: "Products", value: "1,284", note: "12 changed today", to: toGalleryPage("/products") },
  { label: "Stock on hand", value: "48,310", note: "at 3 locations" },
  { label: "Installed apps", value: "4", note: "1 disabled" },
  { label: "Value of stock", value: formatMoney("91250.50", "MYR") },
];

function Badges() {
  return (
    <Group gap="xs">
      <StatusBadge tone="good">Enabled</StatusBadge>
      <StatusBadge tone="warn">Uninstalling</StatusBadge>
      <StatusBadge tone="danger">Suspended</StatusBadge>
      <StatusBadge tone="info">Embedded</StatusBadge>
      <StatusBadge>Disabled</StatusBadge>
    </Group>
  );
}

function Buttons() {
  return (
    <Group gap="xs">
      <Button>Save</Button>
      <Button variant="default">Cancel</Button>
      <Button variant="light">Light</Button>
      <Button variant="subtle">Subtle</Button>
      <Button variant="outline">Outline</Button>
      <Button color="red">Uninstall</Button>
      <Button color="red" variant="outline">
        Disable
      </Button>
      <Button disabled>Not now</Button>
    </Group>
  );
}

/** Show metrics, a bar chart and the small components. */
export function HomePage() {
  return (
    <PageFrame
      title="Home"
      lead="Recent activity in Kedai Kopi Jaya"
      actions={<Button leftSection={<IconPlus size={18} />}>Add product</Button>}
      wide
    >
      <Metrics metrics={metrics} />
      <Section title="Recent activity">
        <TimeBars
          label="Events a day"
          buckets={buckets}
          kinds={kinds}
          step="day"
          timezone="Asia/Kuala_Lumpur"
        />
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title="App">
          <KeyValues
            items={[
              ["Handle", "inventory-sync"],
              ["Status", <Badges key="state" />],
              ["Created", <Timestamp key="at" at="2026-11-20T16:46:38.000+08:00" />],
              ["Last delivery", <Timestamp key="last" at={null} />],
              [
                "Short description",
                <LongText key="text" text={"Keeps the stock of two stores equal. ".repeat(6)} />,
              ],
            ]}
          />
        </Section>
        <Section title="Credentials" actions={<Button variant="default">Rotate</Button>}>
          <Text mb="md">The client ID is public. The secret is not.</Text>
          <CopyField label="Client ID" value="app_7f3b2c91d4e84f6aa1c0" />
          <Text my="sm" size="sm" c="dimmed">
            Created today.
          </Text>
          <SecretField
            label="Client secret"
            value="sks_4hT2mVqX9pLzR7wK1cYb8NdE5sGfJ0aU"
            warning="Shown only once. Save it now."
          />
        </Section>
      </SimpleGrid>
      <Section title="Buttons">
        <Buttons />
      </Section>
    </PageFrame>
  );
}
