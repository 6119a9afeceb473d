/** Booked parcel: all that one location still had to send of an order. */
export interface Parcel {
  /** Tracking number, which cannot be guessed. */
  number: string;
  shop: string;
  order_id: number;
  /** Order number as people read it, for example #1001. */
  order_number: string;
  fulfillment_order_id: number;
  line_items: readonly { id: number; quantity: number }[];
  service: string;
  /** Id of the fulfillment; null until it is created. */
  fulfillment_id: number | null;
  status: ParcelStatus;
  booked_at: string;
}

export type ParcelStatus = keyof typeof statusNames;

/** Names of the parcel states in the pages. */
export const statusNames = {
  booked: "Booked",
  in_transit: "In transit",
  delivered: "Delivered",
  cancelled: "Cancelled",
} as const;
