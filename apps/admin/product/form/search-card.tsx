import { Stack, Text } from "@mantine/core";
import { Section, usePanel, useStore } from "@souk/ui";
import { memo } from "react";
import { texts } from "../../texts.ts";
import { buildHandle } from "./build-handle.ts";
import { ProductFields } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** Show the card with a product's URL and search engine listing. */
export const SearchCard = memo(function SearchCard({ form }: { form: ProductForm }) {
  const { domain } = useStore();
  const { addresses } = usePanel();
  const [title = "", enteredHandle = ""] = [form.values["title"], form.values["handle"]].map((value) =>
    String(value ?? "").trim(),
  );
  const handle = enteredHandle === "" && title !== "" ? buildHandle(title) : enteredHandle;
  const { protocol, port } = new URL(addresses.admin);
  const origin = `${protocol}//${domain}${port === "" ? "" : `:${port}`}`;
  return (
    <Section title={texts.productForm.sections.search}>
      <Stack>
        {handle !== "" && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {texts.productForm.productUrl({ url: `${origin}/products/${handle}` })}
          </Text>
        )}
        <ProductFields form={form} section="search" />
      </Stack>
    </Section>
  );
});
