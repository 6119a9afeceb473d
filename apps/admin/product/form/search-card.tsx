import { Stack, Text } from "@mantine/core";
import { Section, usePanel, useStore } from "@souk/ui";
import { memo } from "react";
import { texts } from "../../texts.ts";
import { buildHandle } from "./build-handle.ts";
import { ProductFields } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** The card of a product's address and its search engine listing. */
export const SearchCard = memo(function SearchCard({ form }: { form: ProductForm }) {
  const { domain } = useStore();
  const { addresses } = usePanel();
  const written = String(form.values["handle"] ?? "").trim();
  const handle = written === "" ? buildHandle(String(form.values["title"] ?? "")) : written;
  const { protocol, port } = new URL(addresses.admin);
  const origin = `${protocol}//${domain}${port === "" ? "" : `:${port}`}`;
  return (
    <Section title={texts.productForm.parts.search}>
      <Stack>
        {handle !== "" && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {texts.productForm.address({ address: `${origin}/products/${handle}` })}
          </Text>
        )}
        <ProductFields form={form} part="search" />
      </Stack>
    </Section>
  );
});
