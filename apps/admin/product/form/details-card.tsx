import { Stack } from "@mantine/core";
import { Section } from "@souk/ui";
import { memo } from "react";
import { texts } from "../../texts.ts";
import { ProductFields } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** The card of a product's title and texts. */
export const DetailsCard = memo(function DetailsCard({ form }: { form: ProductForm }) {
  return (
    <Section title={texts.productForm.parts.details}>
      <Stack>
        <ProductFields form={form} part="details" />
      </Stack>
    </Section>
  );
});
