import { Stack } from "@mantine/core";
import { Section } from "@souk/ui";
import { memo } from "react";
import { ProductFields } from "./product-fields.tsx";
import { strings } from "./strings.ts";
import type { ProductForm } from "./use-product-form.ts";

/** What a product is: its title and its texts. */
export const DetailsCard = memo(function DetailsCard({ form }: { form: ProductForm }) {
  return (
    <Section title={strings.parts.details}>
      <Stack>
        <ProductFields form={form} part="details" />
      </Stack>
    </Section>
  );
});
