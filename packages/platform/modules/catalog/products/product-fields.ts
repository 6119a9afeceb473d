import { type FieldError, fieldError, maxTextBytes, parseInstant } from "@souk/contract";
import { findByteLengthErrors } from "../../../infrastructure/text-bytes.ts";
import { type ProductFields, type ProductInput, productColumnFunctions } from "./product-columns.ts";
import { readTags } from "./read-tags.ts";

/** A product with only default values. */
export const emptyProduct: ProductFields = productColumnFunctions.createInitialValues();

/** What is needed to read the fields of a product. */
export interface ProductContext {
  /** The store's IANA time zone. */
  zone: string;
  /** The list to which an error for each invalid field is added. */
  errors: FieldError[];
  /** Whether the product is being created. */
  isNew: boolean;
}

/** Apply the sent fields to a product's current fields, and add an error for each invalid field. */
export function readProductFields(
  input: ProductInput,
  current: ProductFields,
  context: ProductContext,
): ProductFields {
  const { errors } = context;
  errors.push(...findByteLengthErrors(input, maxTextBytes));
  return {
    ...current,
    ...productColumnFunctions.copyProvided(input),
    title: readTitle(input, current, errors),
    tags: input.tags === undefined ? current.tags : readTags(input.tags, errors),
    ...readPublication(input, current, context),
  };
}

function readTitle(input: ProductInput, current: ProductFields, errors: FieldError[]): string {
  // A product from a response has both `title` and `name`. If it is sent back with one of them changed, that one is used.
  const isTitleUnchanged = input.title === undefined || input.title.trim() === current.title;
  const path = input.name !== undefined && isTitleUnchanged ? "name" : "title";
  const sentTitle = input[path];
  if (sentTitle === undefined) return current.title;
  const title = sentTitle.trim();
  if (title === "") errors.push(fieldError(path, "required"));
  return title;
}

type Publication = Pick<ProductFields, "is_published" | "published_at">;

// Three fields say whether a product is published, and they must agree. In an update, a field with its current value is
// ignored, so that a product from a response can be sent back with one of the three changed.
function readPublication(
  input: ProductInput,
  { is_published, published_at }: Publication,
  { zone, errors, isNew }: ProductContext,
): Publication {
  const current = { is_published, published_at };
  const date = typeof input.published_at === "string" ? parseInstant(input.published_at, zone) : undefined;
  if (date === null) {
    errors.push(fieldError("published_at", "invalid_format", { format: "date_time" }));
    return current;
  }
  const isDateChanged = input.published_at !== undefined && date?.getTime() !== published_at?.getTime();
  const isVisible = input.visibility === undefined ? undefined : input.visibility === "published";
  const requests = [
    { path: "is_published", publishes: input.is_published, isChange: input.is_published !== is_published },
    { path: "visibility", publishes: isVisible, isChange: isVisible !== is_published },
    {
      path: "published_at",
      publishes: input.published_at === undefined ? undefined : date !== undefined,
      isChange: isDateChanged,
    },
  ].filter(({ publishes, isChange }) => publishes !== undefined && (isChange || isNew));
  const [firstRequest] = requests;
  if (!firstRequest) return current;
  const contradictingRequest = requests.find(({ publishes }) => publishes !== firstRequest.publishes);
  if (contradictingRequest)
    errors.push(fieldError(contradictingRequest.path, "conflict", { with: firstRequest.path }));
  if (firstRequest.publishes !== true) return { is_published: false, published_at: null };
  return { is_published: true, published_at: isDateChanged && date ? date : published_at };
}
