import type { AppRate, RateRequest } from "@souk/app-sdk";
import { courier, type Service, services } from "../services.ts";

/** Maximum weight of a parcel, in grams. */
const maxGrams = 30_000;

/** The supported currencies: the value of one ringgit (MYR) in each, and its number of decimals. */
const currencies: Readonly<Record<string, { perRinggit: number; decimals: number }>> = {
  MYR: { perRinggit: 1, decimals: 2 },
  SGD: { perRinggit: 0.32, decimals: 2 },
  USD: { perRinggit: 0.24, decimals: 2 },
  EUR: { perRinggit: 0.22, decimals: 2 },
  IDR: { perRinggit: 3_900, decimals: 0 },
  JPY: { perRinggit: 36, decimals: 0 },
};

/**
 * Calculate the rate of each service that accepts a parcel, in the parcel's currency. The list is empty if the parcel is
 * too heavy, contains no item that needs shipping, has no origin or destination country, or has a currency without an
 * exchange rate.
 */
export function calculateRates({ parcel, cod }: Pick<RateRequest, "parcel" | "cod">): AppRate[] {
  const shippedItems = parcel.items.filter(({ shipping_required }) => shipping_required);
  const grams = shippedItems.reduce((sum, item) => sum + item.grams * item.quantity, 0);
  const currency = currencies[parcel.currency];
  const originCountry = parcel.origin.country_code;
  const destinationCountry = parcel.destination.country_code;
  if (
    currency === undefined ||
    !originCountry ||
    !destinationCountry ||
    shippedItems.length === 0 ||
    grams > maxGrams
  )
    return [];
  const isAbroad = originCountry !== destinationCountry;
  const formatAmount = (ringgit: number): string =>
    (ringgit * currency.perRinggit).toFixed(currency.decimals);
  return services.flatMap((service) => {
    const price = isAbroad ? service.abroad : service.domestic;
    const fee = cod ? getCashOnDeliveryFee(service, isAbroad) : 0;
    if (price === undefined || fee === undefined) return [];
    const additionalKilograms = Math.max(0, Math.ceil(grams / 1_000) - 1);
    return {
      id: service.id,
      name: `${courier} ${service.name}`,
      shipping_charge: formatAmount(price.firstKilogram + additionalKilograms * price.additionalKilogram),
      handling_fee: formatAmount(fee),
      courier_name: courier,
      remark: service.remark,
    };
  });
}

/**
 * Return the fee for cash on delivery. @returns undefined if the service does not offer cash on delivery, or the parcel
 * goes abroad
 */
function getCashOnDeliveryFee({ cashOnDeliveryFee }: Service, isAbroad: boolean): number | undefined {
  return isAbroad ? undefined : cashOnDeliveryFee;
}
