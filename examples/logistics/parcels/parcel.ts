/** Booked parcel, with all items of an order that one location still had to ship. */
export interface Parcel {
  /** Tracking number, which cannot be guessed. */
  number: string;
  shop: string;
  order_id: number;
  /** Order number that people see, such as #1001. */
  order_number: string;
  fulfillment_order_id: number;
  line_items: readonly { id: number; quantity: number }[];
  service: string;
  /** Id of the fulfillment; null until it is created. */
  fulfillment_id: number | null;
  status: ParcelStatus;
  booked_at: string;
}

export type ParcelStatus = keyof typeof statusLabels;

/** Text of each parcel status on the pages. */
export const statusLabels = {
  booked: "Booked",
  in_transit: "In transit",
  delivered: "Delivered",
  cancelled: "Canceled",
} as const;
