import { FieldInput } from "@souk/ui";
import { type ProductPart, productSections } from "./product-words.ts";
import type { ProductForm } from "./use-product-form.ts";

/** Return the id of a field's input, the target of the error summary's links. */
export function inputId(path: string): string {
  return `product-${path.replace(/\.0$/, "").replace(".", "-")}`;
}

/** Show the inputs of one part of the form. */
export function ProductFields({ form, part }: { form: ProductForm; part: ProductPart }) {
  const errors = new Map(form.problems.fields.map(({ path, message }) => [path, message]));
  const names = Object.keys(productSections[part]);
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
