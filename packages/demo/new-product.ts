import { emptyProduct, emptyVariant, type NewProduct, type NewVariant } from "@souk/platform/modules/catalog";
import { pictureSize } from "./pictures/canvas.ts";
import type { DemoProduct } from "./products/demo-product.ts";
import { slugOf } from "./store-pictures.ts";

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function code(text: string, length: number): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, length);
}

function optionsOf({ colors, sizes = [] }: DemoProduct): NewProduct["options"] {
  return [
    { name: "Color", values: colors.map(({ name }) => name) },
    { name: "Size", values: sizes.map(({ name }) => name) },
  ].filter(({ name, values }) => values.length > (name === "Color" ? 1 : 0));
}

function variantsOf(product: DemoProduct, number: number): NewVariant[] {
  const { colors, price, was = null, grams } = product;
  const sizes = product.sizes ?? [{ name: "", price }];
  const start = `${code(product.type, 3)}${String(number).padStart(2, "0")}`;
  return colors.flatMap((color, image) =>
    sizes.map((size, place) => {
      const values = [...(colors.length > 1 ? [color.name] : []), ...(size.name ? [size.name] : [])];
      const sku = [start, ...values.map((value) => code(value, 5))].join("-");
      const prices = { price: size.price, compare_at_price: was };
      const position = image * sizes.length + place + 1;
      const fields = { ...emptyVariant, sku, ...prices, weight: grams, grams, position };
      return { fields, image, values, quantity: null };
    }),
  );
}

/**
 * Build the input that creates a demo product in the catalog.
 * @param number the product's position in the demo, from 1; part of its SKUs
 * @param paths the URL paths of its pictures, in the order of its colors
 */
export function newProductOf(product: DemoProduct, number: number, paths: readonly string[]): NewProduct {
  const { title, description, details, brand, type: product_type, tags } = product;
  const list = details.map((detail) => `<li>${escaped(detail)}</li>`).join("");
  const body_html = `<p>${escaped(description)}</p><ul>${list}</ul>`;
  const meta = { meta_title: title, meta_description: description };
  const said = { title, description, body_html, brand, vendor: "Kedai Senja", product_type, tags };
  return {
    handle: slugOf(title),
    fields: { ...emptyProduct, ...said, ...meta },
    images: paths.map((path, index) => {
      const color = product.colors[index]?.name ?? "";
      const shown = product.colors.length > 1 ? `${title}, ${color}` : title;
      return { path, title: shown, width: pictureSize, height: pictureSize };
    }),
    options: optionsOf(product),
    variants: variantsOf(product, number),
  };
}
