/** A parcel that was booked: all that one location still had to send of an order. */
export interface Parcel {
  /** What it is followed by; nobody guesses it. */
  number: string;
  shop: string;
  order_id: number;
  /** As people read it, such as #1001. */
  order_number: string;
  fulfillment_order_id: number;
  line_items: readonly { id: number; quantity: number }[];
  service: string;
  /** Null until the shop has been told of it. */
  fulfillment_id: number | null;
  status: ParcelStatus;
  booked_at: string;
}

export type ParcelStatus = keyof typeof statusNames;

/** The states of a parcel, in words. */
export const statusNames = {
  booked: "Booked",
  in_transit: "On its way",
  delivered: "Delivered",
  cancelled: "Cancelled",
} as const;
