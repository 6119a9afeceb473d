import { Stack, Switch } from "@mantine/core";
import { Section } from "@souk/ui";
import { memo } from "react";
import { ProductFields } from "./product-fields.tsx";
import { strings } from "./strings.ts";
import type { ProductForm } from "./use-product-form.ts";

/** How a product is sold: whether its stock is counted, and what is charged and shipped. */
export const SellingCard = memo(function SellingCard({ form }: { form: ProductForm }) {
  return (
    <Section title={strings.parts.selling}>
      <Stack>
        <Switch
          label={strings.counted.label}
          description={strings.counted.help}
          checked={form.values["inventory_management"] === true}
          onChange={(event) => form.change("inventory_management", event.currentTarget.checked)}
        />
        <ProductFields form={form} part="selling" />
      </Stack>
    </Section>
  );
});
