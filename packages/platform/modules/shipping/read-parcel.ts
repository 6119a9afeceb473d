import {
  type FieldError,
  fieldError,
  formatMinorUnits,
  getCountryName,
  getCurrencyExponent,
  type OperationBody,
  type operations,
  type ParcelAddress,
  type ParcelItem,
  parseMoney,
  throwApiError,
  toMinorUnits,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { loadParcelVariants, type ParcelVariant } from "../catalog/index.ts";
import { emptyAddress, readAddressFields } from "../customers/index.ts";
import { loadOriginAddress, type OriginAddress } from "../inventory/index.ts";
import { readConversion } from "../stores/index.ts";
import type { Parcel } from "./parcel.ts";

type ParcelInput = OperationBody<typeof operations.listShippingRates>;
type ItemInput = ParcelInput["items"][number];

/** What reading the items of a parcel needs. */
interface ItemContext {
  /** The variants that exist, by id, with their prices in the parcel's currency. */
  variants: ReadonlyMap<number, ParcelVariant>;
  currency_code: string;
  /** The list to which errors are added. */
  errors: FieldError[];
}

function buildOrigin({ name, ...origin }: OriginAddress): ParcelAddress {
  return { ...emptyAddress, ...origin, company: name, country: getCountryName(origin.country_code) };
}

/** Read a custom item, which is sent with its name and price. */
function readCustomItem(item: ItemInput, index: number, { currency_code, errors }: ItemContext): ParcelItem {
  const exponent = getCurrencyExponent(currency_code);
  const name = item.name?.trim() ?? "";
  if (name === "")
    errors.push(
      fieldError(`items.${index}.name`, "required", {}, "{field} is required if variant_id is not sent."),
    );
  const price = item.price === undefined ? null : parseMoney(item.price, exponent);
  if (price === null)
    errors.push(
      fieldError(
        `items.${index}.price`,
        "invalid_format",
        { format: "money" },
        `{field} must be an amount in ${currency_code} with at most ${exponent} decimal places. It is required if variant_id is not sent.`,
      ),
    );
  return {
    product_id: null,
    variant_id: null,
    name,
    sku: "",
    quantity: item.quantity,
    grams: item.grams ?? 0,
    width: null,
    height: null,
    length: null,
    price: formatMinorUnits(toMinorUnits(price ?? "0", exponent), exponent),
    shipping_required: true,
  };
}

/** Read an item as a list, which is empty if the variant does not exist. */
function readItem(item: ItemInput, index: number, context: ItemContext): ParcelItem[] {
  if (item.variant_id === undefined) return [readCustomItem(item, index, context)];
  const variant = context.variants.get(item.variant_id);
  if (variant === undefined) {
    context.errors.push(fieldError(`items.${index}.variant_id`, "not_found", { resource: "variant" }));
    return [];
  }
  const { id, product_id, name, sku, ...otherFields } = variant;
  return [{ product_id, variant_id: id, name, sku, quantity: item.quantity, ...otherFields }];
}

/**
 * Read the parcel of a request and add the store's data about its variants and the location that ships it.
 * @throws ApiError `invalid` for each invalid field
 */
export async function readParcel(db: Queryable, store: Store, input: ParcelInput): Promise<Parcel> {
  const { currency_code = store.currency_code, origin_location_id = null } = input;
  const errors: FieldError[] = [];
  const conversion = await readConversion(db, store, currency_code);
  if (conversion === null) errors.push(fieldError("currency_code", "not_found", { resource: "currency" }));
  const origin = await loadOriginAddress(db, store, origin_location_id);
  if (origin === null) errors.push(fieldError("origin_location_id", "not_found", { resource: "location" }));
  const ids = input.items.flatMap(({ variant_id }) => variant_id ?? []);
  // If the currency is not found, the request is rejected, so the prices do not matter.
  const usedConversion = conversion ?? { rate: "1", rounding: null };
  const variants = await loadParcelVariants(db, store, { ids, currency_code, conversion: usedConversion });
  const destination = {
    ...emptyAddress,
    ...readAddressFields(input.destination, { fieldPrefix: "destination.", errors }),
  };
  const items = input.items.flatMap((item, index) =>
    readItem(item, index, { variants, currency_code, errors }),
  );
  if (errors.length > 0 || origin === null) throwApiError("invalid", { fields: errors });
  return { cod: input.cod ?? false, destination, origin: buildOrigin(origin), items, currency_code };
}
