import { Stack, Switch } from "@mantine/core";
import { Section } from "@souk/ui";
import { memo } from "react";
import { texts } from "../../texts.ts";
import { ProductFields } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** Show the card that sets whether a product's stock is tracked, and whether the product is taxed and shipped. */
export const SellingCard = memo(function SellingCard({ form }: { form: ProductForm }) {
  return (
    <Section title={texts.productForm.sections.selling}>
      <Stack>
        <Switch
          label={texts.productForm.trackQuantity.label}
          description={texts.productForm.trackQuantity.help}
          checked={form.values["inventory_management"] === true}
          onChange={(event) => form.change("inventory_management", event.currentTarget.checked)}
        />
        <ProductFields form={form} section="selling" />
      </Stack>
    </Section>
  );
});
