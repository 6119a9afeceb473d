import { Stack } from "@mantine/core";
import { Section } from "@souk/ui";
import { memo } from "react";
import { texts } from "../../texts.ts";
import { ProductFields } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** Show the card with a product's title and descriptions. */
export const DetailsCard = memo(function DetailsCard({ form }: { form: ProductForm }) {
  return (
    <Section title={texts.productForm.sections.details}>
      <Stack>
        <ProductFields form={form} section="details" />
      </Stack>
    </Section>
  );
});
