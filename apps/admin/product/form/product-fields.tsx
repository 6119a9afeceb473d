import { FieldInput } from "@souk/ui";
import { type ProductSection, productFieldWords } from "./product-field-words.ts";
import type { ProductForm } from "./use-product-form.ts";

/**
 * Return the id of a field's input, to which the error summary links. The first input of a list has the id of the list
 * itself, so `tags.0` gets the same id as `tags`.
 */
export function getInputId(path: string): string {
  return `product-${path.replace(/\.0$/, "").replace(".", "-")}`;
}

/** Show the inputs of a section of the product form. */
export function ProductFields({ form, section }: { form: ProductForm; section: ProductSection }) {
  const errors = new Map(form.problems.fieldErrors.map(({ path, message }) => [path, message]));
  const names = Object.keys(productFieldWords[section]);
  return form.specs
    .filter(({ name }) => names.includes(name))
    .map((spec) => (
      <FieldInput
        key={spec.name}
        spec={spec}
        id={getInputId(spec.name)}
        value={form.values[spec.name] ?? ""}
        errors={errors}
        onChange={(value) => form.change(spec.name, value)}
      />
    ));
}
