import { type BodyOf, type FieldError, type operations, readInstant, textLimits } from "@souk/contract";
import { byteFaults } from "../../../text-bytes.ts";
import { readTags } from "./read-tags.ts";

/** What a product's row holds beside its handle and what is counted. */
export interface ProductFields {
  title: string;
  description: string;
  body_html: string;
  note: string;
  vendor: string;
  brand: string;
  product_type: string;
  tags: string[];
  taxable: boolean;
  shipping_required: boolean;
  inventory_management: "souk" | null;
  is_published: boolean;
  /** Null of one that is published: since now. */
  published_at: Date | null;
  meta_title: string;
  meta_description: string;
  keywords: string;
}

/** What is sent of a product, by an app or a file. */
export type ProductInput = BodyOf<typeof operations.updateProduct>;

/** A product that says nothing but its title. */
export const emptyProduct: ProductFields = {
  title: "",
  description: "",
  body_html: "",
  note: "",
  vendor: "",
  brand: "",
  product_type: "",
  tags: [],
  taxable: true,
  shipping_required: true,
  inventory_management: "souk",
  is_published: true,
  published_at: null,
  meta_title: "",
  meta_description: "",
  keywords: "",
};

const plain = [
  "description",
  "body_html",
  "note",
  "vendor",
  "brand",
  "product_type",
  "taxable",
  "shipping_required",
  "inventory_management",
  "meta_title",
  "meta_description",
  "keywords",
] as const;

/** Where input is read: the store's time zone, and the faults that are found. */
export interface Reading {
  zone: string;
  faults: FieldError[];
  /** Of a product that is being made. */
  isNew: boolean;
}

/** The fields of a product after what is sent; what is wrong is added to the faults. */
export function readProductFields(
  input: ProductInput,
  current: ProductFields,
  reading: Reading,
): ProductFields {
  const { faults } = reading;
  faults.push(...byteFaults(input, textLimits));
  const sent = Object.fromEntries(
    plain.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  );
  return {
    ...current,
    ...(sent as Partial<ProductFields>),
    title: readTitle(input, current, faults),
    tags: input.tags === undefined ? current.tags : readTags(input.tags, faults),
    ...readPublication(input, current, reading),
  };
}

function readTitle(input: ProductInput, current: ProductFields, faults: FieldError[]): string {
  // What was read has both; sent back with one of them changed, that one counts.
  const titleStays = input.title === undefined || input.title.trim() === current.title;
  const path = input.name !== undefined && titleStays ? "name" : "title";
  const sent = input[path];
  if (sent === undefined) return current.title;
  const title = sent.trim();
  if (title === "") faults.push({ path, message: "must not be blank" });
  return title;
}

type Publication = Pick<ProductFields, "is_published" | "published_at">;

// Three fields say whether a product is published, and they must agree. Of one that is there, what is sent as it is already
// says nothing, so that a product can be sent back with one of them changed.
function readPublication(
  input: ProductInput,
  { is_published, published_at }: Publication,
  { zone, faults, isNew }: Reading,
): Publication {
  const current = { is_published, published_at };
  const date = typeof input.published_at === "string" ? readInstant(input.published_at, zone) : undefined;
  if (date === null) {
    faults.push({ path: "published_at", message: "must be a date, for example 2026-11-20T16:46:38+08:00" });
    return current;
  }
  const dateDiffers = input.published_at !== undefined && date?.getTime() !== published_at?.getTime();
  const visible = input.visibility === undefined ? undefined : input.visibility === "published";
  const wishes = [
    { path: "is_published", wish: input.is_published, says: input.is_published !== is_published },
    { path: "visibility", wish: visible, says: visible !== is_published },
    {
      path: "published_at",
      wish: input.published_at === undefined ? undefined : date !== undefined,
      says: dateDiffers,
    },
  ].filter(({ wish, says }) => wish !== undefined && (says || isNew));
  const [first] = wishes;
  if (!first) return current;
  const other = wishes.find(({ wish }) => wish !== first.wish);
  if (other) faults.push({ path: other.path, message: `says otherwise than ${first.path}` });
  if (first.wish !== true) return { is_published: false, published_at: null };
  return { is_published: true, published_at: dateDiffers && date ? date : published_at };
}
