import { Group, Stack, Text } from "@mantine/core";
import { LinkButton, PageFrame, Section, useStore } from "@souk/ui";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { usePageAccess, usePermissions } from "../use-permissions.ts";

const words = texts.home.welcome;

/** The pages that the welcome page can link to, beginning with the one that people most likely need. */
const pages = [
  { path: "/orders", label: words.orders },
  { path: "/inventory", label: words.stock },
  { path: "/purchase-orders", label: words.purchasing },
  { path: "/customers", label: words.customers },
  { path: "/products", label: words.products },
] as const;

/** Welcome people whose role does not include the store's figures, with links to the pages that they work on. */
export function WelcomePage() {
  const store = useStore();
  const canShip = usePermissions()("orders.fulfill");
  const canOpen = usePageAccess();
  const links = pages
    .filter(({ path }) => canOpen(path))
    .map(({ path, label }) =>
      path === "/orders" && canShip
        ? { to: toStorePage(path, {}, { fulfillment: "unfulfilled" }), label: words.toShip }
        : { to: toStorePage(path), label },
    );
  return (
    <PageFrame title={texts.home.title} lead={words.lead({ store: store.name })}>
      <Section title={words.title}>
        <Stack align="flex-start">
          <Text size="sm">{links.length > 0 ? words.text : words.noPages}</Text>
          <Group>
            {links.map(({ to, label }, index) => (
              <LinkButton key={label} to={to} variant={index === 0 ? "filled" : "default"}>
                {label}
              </LinkButton>
            ))}
          </Group>
        </Stack>
      </Section>
    </PageFrame>
  );
}
