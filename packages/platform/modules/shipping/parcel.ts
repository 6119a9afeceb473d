import type { ParcelAddress, ParcelItem } from "@souk/contract";

/** A parcel to be shipped, with its origin and destination. */
export interface Parcel {
  /** Whether the parcel is paid on delivery. */
  cod: boolean;
  destination: ParcelAddress;
  origin: ParcelAddress;
  items: readonly ParcelItem[];
  /** The ISO 4217 code of one of the store's currencies. */
  currency_code: string;
}
