import { type FieldError, fieldError, maxTextBytes, parseInstant } from "@souk/contract";
import { findByteLengthErrors } from "../../../infrastructure/text-bytes.ts";
import { type ProductFields, type ProductInput, productColumnUses } from "./product-columns.ts";
import { readTags } from "./read-tags.ts";

/** A product with only default values. */
export const emptyProduct: ProductFields = productColumnUses.createInitial();

/** The context of reading input: the store's time zone, and the errors found. */
export interface Reading {
  zone: string;
  errors: FieldError[];
  /** Whether the product is being created. */
  isNew: boolean;
}

/** Apply the sent fields to a product's fields; problems are added to the errors. */
export function readProductFields(
  input: ProductInput,
  current: ProductFields,
  reading: Reading,
): ProductFields {
  const { errors } = reading;
  errors.push(...findByteLengthErrors(input, maxTextBytes));
  return {
    ...current,
    ...productColumnUses.copySent(input),
    title: readTitle(input, current, errors),
    tags: input.tags === undefined ? current.tags : readTags(input.tags, errors),
    ...readPublication(input, current, reading),
  };
}

function readTitle(input: ProductInput, current: ProductFields, errors: FieldError[]): string {
  // What was read has both; sent back with one of them changed, that one counts.
  const titleStays = input.title === undefined || input.title.trim() === current.title;
  const path = input.name !== undefined && titleStays ? "name" : "title";
  const sent = input[path];
  if (sent === undefined) return current.title;
  const title = sent.trim();
  if (title === "") errors.push(fieldError(path, "required"));
  return title;
}

type Publication = Pick<ProductFields, "is_published" | "published_at">;

// Three fields say whether a product is published, and they must agree. Of one that is there, what is sent as it is already
// says nothing, so that a product can be sent back with one of them changed.
function readPublication(
  input: ProductInput,
  { is_published, published_at }: Publication,
  { zone, errors, isNew }: Reading,
): Publication {
  const current = { is_published, published_at };
  const date = typeof input.published_at === "string" ? parseInstant(input.published_at, zone) : undefined;
  if (date === null) {
    errors.push(fieldError("published_at", "invalid_format", { format: "date_time" }));
    return current;
  }
  const dateDiffers = input.published_at !== undefined && date?.getTime() !== published_at?.getTime();
  const visible = input.visibility === undefined ? undefined : input.visibility === "published";
  const intents = [
    { path: "is_published", intent: input.is_published, says: input.is_published !== is_published },
    { path: "visibility", intent: visible, says: visible !== is_published },
    {
      path: "published_at",
      intent: input.published_at === undefined ? undefined : date !== undefined,
      says: dateDiffers,
    },
  ].filter(({ intent, says }) => intent !== undefined && (says || isNew));
  const [first] = intents;
  if (!first) return current;
  const other = intents.find(({ intent }) => intent !== first.intent);
  if (other) errors.push(fieldError(other.path, "conflict", { with: first.path }));
  if (first.intent !== true) return { is_published: false, published_at: null };
  return { is_published: true, published_at: dateDiffers && date ? date : published_at };
}
