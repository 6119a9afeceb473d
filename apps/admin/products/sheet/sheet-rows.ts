import type { AnswerOf, operations } from "@souk/contract";

type ProductOf = AnswerOf<typeof operations.getProduct>["product"];

/** A product as the sheet shows it. */
export type SheetProduct = Pick<ProductOf, "id" | "title" | "variants">;

/** A variant with the product it belongs to. */
export type SheetVariant = ProductOf["variants"][number] & { productTitle: string };

/** A row for each variant, product after product. */
export function sheetRows(products: readonly SheetProduct[]): SheetVariant[] {
  return products.flatMap(({ title, variants }) =>
    variants.map((variant) => ({ ...variant, productTitle: title })),
  );
}

/** What a row is called: its product, and which variant of it. */
export function rowName({ productTitle, name }: SheetVariant): string {
  return name === null || name === "" ? productTitle : `${productTitle}, ${name}`;
}
