import type { NewProduct, NewVariant } from "../modules/catalog/index.ts";
import { slugOf } from "./draw-pictures.ts";
import { pictureSize } from "./pictures/canvas.ts";
import type { DemoProduct } from "./products/demo-product.ts";

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function code(text: string, length: number): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, length);
}

function optionsOf({ colours, sizes = [] }: DemoProduct): NewProduct["options"] {
  return [
    { name: "Colour", values: colours.map(({ name }) => name) },
    { name: "Size", values: sizes.map(({ name }) => name) },
  ].filter(({ name, values }) => values.length > (name === "Colour" ? 1 : 0));
}

function variantsOf(product: DemoProduct, number: number): NewVariant[] {
  const { colours, price, was = null, grams } = product;
  const sizes = product.sizes ?? [{ name: "", price }];
  const start = `${code(product.type, 3)}${String(number).padStart(2, "0")}`;
  return colours.flatMap((colour, image) =>
    sizes.map((size) => {
      const values = [...(colours.length > 1 ? [colour.name] : []), ...(size.name ? [size.name] : [])];
      const sku = [start, ...values.map((value) => code(value, 5))].join("-");
      return { values, sku, price: size.price, compare_at_price: was, grams, image };
    }),
  );
}

/**
 * A product of the demo as the catalogue takes it.
 * @param number its place in the shop, from 1; part of its SKUs
 * @param paths its pictures, in the order of its colours
 */
export function newProductOf(
  product: DemoProduct,
  number: number,
  { paths, created_at }: { paths: readonly string[]; created_at: Date },
): NewProduct {
  const { title, description, details, brand, type, tags } = product;
  const list = details.map((detail) => `<li>${escaped(detail)}</li>`).join("");
  return {
    handle: slugOf(title),
    title,
    description,
    body_html: `<p>${escaped(description)}</p><ul>${list}</ul>`,
    brand,
    vendor: "Kedai Senja",
    product_type: type,
    tags,
    created_at,
    images: paths.map((path, index) => {
      const colour = product.colours[index]?.name ?? "";
      const shown = product.colours.length > 1 ? `${title}, ${colour}` : title;
      return { path, title: shown, width: pictureSize, height: pictureSize };
    }),
    options: optionsOf(product),
    variants: variantsOf(product, number),
  };
}
