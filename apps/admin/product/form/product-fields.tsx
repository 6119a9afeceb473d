import { FieldInput } from "@souk/ui";
import { type ProductPart, productParts } from "./product-words.ts";
import type { ProductForm } from "./use-product-form.ts";

/** The id of a field's input, which the summary of errors leads to. */
export function inputId(path: string): string {
  return `product-${path.replace(/\.0$/, "").replace(".", "-")}`;
}

/** The inputs of one part of the form. */
export function ProductFields({ form, part }: { form: ProductForm; part: ProductPart }) {
  const errors = new Map(form.problems.fields.map(({ path, message }) => [path, message]));
  const names = Object.keys(productParts[part]);
  return form.specs
    .filter(({ name }) => names.includes(name))
    .map((spec) => (
      <FieldInput
        key={spec.name}
        spec={spec}
        id={inputId(spec.name)}
        value={form.values[spec.name] ?? ""}
        errors={errors}
        onChange={(value) => form.change(spec.name, value)}
      />
    ));
}
