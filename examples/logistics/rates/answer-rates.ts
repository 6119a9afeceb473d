import type { AppRate, RateRequest } from "@souk/app-sdk";
import { courier, type Service, services } from "../services.ts";

/** Maximum weight of a parcel, in grams. */
const maxGrams = 30_000;

/** Value of one ringgit in each currency of the app's price list, and the currency's decimals. */
const currencies: Readonly<Record<string, { perRinggit: number; decimals: number }>> = {
  MYR: { perRinggit: 1, decimals: 2 },
  SGD: { perRinggit: 0.32, decimals: 2 },
  USD: { perRinggit: 0.24, decimals: 2 },
  EUR: { perRinggit: 0.22, decimals: 2 },
  IDR: { perRinggit: 3_900, decimals: 0 },
  JPY: { perRinggit: 36, decimals: 0 },
};

/**
 * List the services that accept a parcel, each with its price in the parcel's currency. There are none for a
 * parcel that is too heavy, ships nothing, lacks its origin or destination country, or has a currency that is
 * not in the price list: a price is never made up.
 */
export function answerRates({ parcel, cod }: Pick<RateRequest, "parcel" | "cod">): AppRate[] {
  const sent = parcel.items.filter(({ shipping_required }) => shipping_required);
  const grams = sent.reduce((sum, item) => sum + item.grams * item.quantity, 0);
  const currency = currencies[parcel.currency];
  const from = parcel.origin.country_code;
  const to = parcel.destination.country_code;
  if (currency === undefined || !from || !to || sent.length === 0 || grams > maxGrams) return [];
  const isAbroad = from !== to;
  const amount = (ringgit: number): string => (ringgit * currency.perRinggit).toFixed(currency.decimals);
  return services.flatMap((service) => {
    const price = isAbroad ? service.abroad : service.domestic;
    const fee = cod ? computeFee(service, isAbroad) : 0;
    if (price === undefined || fee === undefined) return [];
    const further = Math.max(0, Math.ceil(grams / 1_000) - 1);
    return {
      id: service.id,
      name: `${courier} ${service.name}`,
      shipping_charge: amount(price.first + further * price.further),
      handling_fee: amount(fee),
      courier_name: courier,
      remark: service.remark,
    };
  });
}

/** Return the fee for cash on delivery; undefined when the service does not collect, or abroad. */
function computeFee({ collecting }: Service, isAbroad: boolean): number | undefined {
  return isAbroad ? undefined : collecting;
}
