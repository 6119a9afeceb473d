import { Section } from "@souk/ui";
import { memo } from "react";
import { texts } from "../../texts.ts";
import { ProductFields } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** Show the card with a product's staff note. */
export const NoteCard = memo(function NoteCard({ form }: { form: ProductForm }) {
  return (
    <Section title={texts.productForm.sections.note}>
      <ProductFields form={form} section="note" />
    </Section>
  );
});
