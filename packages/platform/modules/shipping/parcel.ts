import type { ParcelAddress, ParcelItem } from "@souk/contract";

/** What is to be sent from where to where. */
export interface Parcel {
  /** Whether it is paid on delivery. */
  cod: boolean;
  destination: ParcelAddress;
  origin: ParcelAddress;
  items: readonly ParcelItem[];
  /** ISO 4217, one of the store's currencies. */
  currency_code: string;
}
