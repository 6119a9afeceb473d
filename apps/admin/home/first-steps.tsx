import { Group, SimpleGrid, Stack, Text, ThemeIcon } from "@mantine/core";
import { LinkButton, Section } from "@souk/ui";
import { IconApps, IconBox } from "@tabler/icons-react";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";

/** Show the first steps for a new store: installing an app and reviewing the products. */
export function FirstSteps() {
  const { steps } = texts.home;
  const cards = [
    { ...steps.install, icon: IconApps, page: toStorePage("/apps"), variant: "filled" },
    { ...steps.products, icon: IconBox, page: toStorePage("/products"), variant: "default" },
  ] as const;
  return (
    <Section title={steps.title}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="sm">
        {cards.map(({ icon: Icon, ...card }) => (
          <Group key={card.page} align="flex-start" wrap="nowrap">
            <ThemeIcon variant="light" size="lg">
              <Icon size={20} aria-hidden />
            </ThemeIcon>
            <Stack gap="xs" align="flex-start">
              <Text fw={600}>{card.title}</Text>
              <Text size="sm" c="dimmed">
                {card.text}
              </Text>
              <LinkButton to={card.page} variant={card.variant} size="sm">
                {card.linkLabel}
              </LinkButton>
            </Stack>
          </Group>
        ))}
      </SimpleGrid>
    </Section>
  );
}
