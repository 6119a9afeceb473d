import type { Location } from "../locations/location-queries.ts";

/** A level of which units can be held back. */
export interface ReservedLevel {
  variant: { id: number; name: string };
  location: Location;
  /** Held back now. */
  quantity: number;
}
