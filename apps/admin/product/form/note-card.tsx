import { Section } from "@souk/ui";
import { memo } from "react";
import { texts } from "../../texts.ts";
import { ProductFields } from "./product-fields.tsx";
import type { ProductForm } from "./use-product-form.ts";

/** The card of the note that only staff can see. */
export const NoteCard = memo(function NoteCard({ form }: { form: ProductForm }) {
  return (
    <Section title={texts.productForm.parts.note}>
      <ProductFields form={form} part="note" />
    </Section>
  );
});
