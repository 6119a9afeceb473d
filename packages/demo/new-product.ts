import { emptyProduct, emptyVariant, type NewProduct, type NewVariant } from "@souk/platform/modules/catalog";
import { imageSize } from "./drawings/canvas.ts";
import type { DemoProduct } from "./products/demo-product.ts";
import { toSlug } from "./store-images.ts";

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function toSkuPart(text: string, length: number): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .slice(0, length);
}

function buildOptions({ colors, sizes = [] }: DemoProduct): NewProduct["options"] {
  const colorOption = { name: "Color", values: colors.map(({ name }) => name) };
  const sizeOption = { name: "Size", values: sizes.map(({ name }) => name) };
  // A product in only one color has no color option.
  return [...(colors.length > 1 ? [colorOption] : []), ...(sizes.length > 0 ? [sizeOption] : [])];
}

function buildVariants(product: DemoProduct, number: number): NewVariant[] {
  const { colors, price, compareAtPrice = null, grams } = product;
  const sizes = product.sizes ?? [{ name: "", price }];
  const skuPrefix = `${toSkuPart(product.type, 3)}${String(number).padStart(2, "0")}`;
  return colors.flatMap((color, colorIndex) =>
    sizes.map((size, sizeIndex) => {
      const values = [...(colors.length > 1 ? [color.name] : []), ...(size.name ? [size.name] : [])];
      const sku = [skuPrefix, ...values.map((value) => toSkuPart(value, 5))].join("-");
      const prices = { price: size.price, compare_at_price: compareAtPrice };
      const position = colorIndex * sizes.length + sizeIndex + 1;
      const fields = { ...emptyVariant, sku, ...prices, weight: grams, grams, position };
      return { fields, imageIndex: colorIndex, values, quantity: null };
    }),
  );
}

/**
 * Build the input that creates a demo product in the catalog.
 * @param number the product's position in the demo, from 1, which is part of its SKUs
 * @param paths the URL paths of its images, in the order of its colors
 */
export function buildNewProduct(product: DemoProduct, number: number, paths: readonly string[]): NewProduct {
  const { title, description, details, brand, type: product_type, tags } = product;
  const detailItems = details.map((detail) => `<li>${escapeHtml(detail)}</li>`).join("");
  const body_html = `<p>${escapeHtml(description)}</p><ul>${detailItems}</ul>`;
  const meta = { meta_title: title, meta_description: description };
  const texts = { title, description, body_html, brand, vendor: "Kedai Senja", product_type, tags };
  return {
    handle: toSlug(title),
    fields: { ...emptyProduct, ...texts, ...meta },
    images: paths.map((path, index) => {
      const color = product.colors[index]?.name ?? "";
      const imageTitle = product.colors.length > 1 ? `${title}, ${color}` : title;
      return { path, title: imageTitle, width: imageSize, height: imageSize, size: 0 };
    }),
    options: buildOptions(product),
    variants: buildVariants(product, number),
  };
}
