import { Stack, Text } from "@mantine/core";
import { Section, usePanel, useStore } from "@souk/ui";
import { memo } from "react";
import { handleOf } from "./handle-of.ts";
import { ProductFields } from "./product-fields.tsx";
import { strings } from "./strings.ts";
import type { ProductForm } from "./use-product-form.ts";

/** Where a product is found: its address, and what search engines show of it. */
export const SearchCard = memo(function SearchCard({ form }: { form: ProductForm }) {
  const { domain } = useStore();
  const { addresses } = usePanel();
  const written = String(form.values["handle"] ?? "").trim();
  const handle = written === "" ? handleOf(String(form.values["title"] ?? "")) : written;
  const { protocol, port } = new URL(addresses.admin);
  const origin = `${protocol}//${domain}${port === "" ? "" : `:${port}`}`;
  return (
    <Section title={strings.parts.search}>
      <Stack>
        {handle !== "" && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {strings.address(`${origin}/products/${handle}`)}
          </Text>
        )}
        <ProductFields form={form} part="search" />
      </Stack>
    </Section>
  );
});
