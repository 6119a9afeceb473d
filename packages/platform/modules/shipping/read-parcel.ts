import {
  type BodyOf,
  countryName,
  currencyExponent,
  type FieldError,
  fromUnits,
  type operations,
  type ParcelAddress,
  type ParcelItem,
  parseMoney,
  refuse,
  toUnits,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { type PackedVariant, packedVariants } from "../catalog/index.ts";
import { emptyAddress, readAddressFields } from "../customers/index.ts";
import { type SendingPlace, sendingPlace } from "../inventory/index.ts";
import { readConversion } from "../stores/index.ts";
import type { Parcel } from "./parcel.ts";

type Sent = BodyOf<typeof operations.listShippingRates>;
type SentItem = Sent["items"][number];

/** What items are read against. */
interface ItemReading {
  variants: ReadonlyMap<number, PackedVariant>;
  currency_code: string;
  faults: FieldError[];
}

function originOf({ name, ...place }: SendingPlace): ParcelAddress {
  return { ...emptyAddress, ...place, company: name, country: countryName(place.country_code) };
}

/** A custom item: what it is called and costs is sent with it. */
function readCustomItem(item: SentItem, at: number, { currency_code, faults }: ItemReading): ParcelItem {
  const exponent = currencyExponent(currency_code);
  const name = item.name?.trim() ?? "";
  if (name === "")
    faults.push({ path: `items.${at}.name`, message: "is needed where there is no variant_id" });
  const price = item.price === undefined ? null : parseMoney(item.price, exponent);
  if (price === null)
    faults.push({
      path: `items.${at}.price`,
      message: `takes an amount of ${currency_code} with at most ${exponent} decimals; it is needed where there is no variant_id`,
    });
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
    price: fromUnits(toUnits(price ?? "0", exponent), exponent),
    shipping_required: true,
  };
}

function readItem(item: SentItem, at: number, reading: ItemReading): ParcelItem[] {
  if (item.variant_id === undefined) return [readCustomItem(item, at, reading)];
  const variant = reading.variants.get(item.variant_id);
  if (variant === undefined) {
    reading.faults.push({ path: `items.${at}.variant_id`, message: "is no variant of this store" });
    return [];
  }
  const { id, product_id, name, sku, ...rest } = variant;
  return [{ product_id, variant_id: id, name, sku, quantity: item.quantity, ...rest }];
}

/**
 * The parcel that a request means, with what the store knows of its variants and of the place it is sent from.
 * @throws Refusal invalid naming each field that is wrong
 */
export async function readParcel(run: Queryable, store: Store, sent: Sent): Promise<Parcel> {
  const { currency_code = store.currency_code, origin_location_id = null } = sent;
  const faults: FieldError[] = [];
  const conversion = await readConversion(run, store, currency_code);
  if (conversion === null)
    faults.push({
      path: "currency_code",
      message: `is "${currency_code}", which is no currency of this store`,
    });
  const place = await sendingPlace(run, store, origin_location_id);
  if (place === null) faults.push({ path: "origin_location_id", message: "is no location of this store" });
  const ids = sent.items.flatMap(({ variant_id }) => variant_id ?? []);
  const reading = conversion ?? { rate: "1", rounding: null };
  const variants = await packedVariants(run, store, { ids, currency_code, conversion: reading });
  const destination = {
    ...emptyAddress,
    ...readAddressFields(sent.destination, { before: "destination.", faults }),
  };
  const items = sent.items.flatMap((item, at) => readItem(item, at, { variants, currency_code, faults }));
  if (faults.length > 0 || place === null) refuse("invalid", { fields: faults });
  return { cod: sent.cod ?? false, destination, origin: originOf(place), items, currency_code };
}
