import { Section } from "@souk/ui";
import { memo } from "react";
import { ProductFields } from "./product-fields.tsx";
import { strings } from "./strings.ts";
import type { ProductForm } from "./use-product-form.ts";

/** What only people who work here see of a product. */
export const NoteCard = memo(function NoteCard({ form }: { form: ProductForm }) {
  return (
    <Section title={strings.parts.note}>
      <ProductFields form={form} part="note" />
    </Section>
  );
});
