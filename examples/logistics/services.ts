/** Delivery service of the courier. Prices are in MYR. */
export interface Service {
  id: string;
  name: string;
  /** Delivery time, which is shown to the customer. */
  remark: string;
  /** Price if the origin and the destination are in the same country. */
  domestic: Price;
  /** Price to another country; omitted if the service is domestic only. */
  abroad?: Price;
  /** Fee for cash on delivery; omitted if the service does not offer it. */
  cashOnDeliveryFee?: number;
}

interface Price {
  firstKilogram: number;
  /** Price of each additional kilogram or part of it. */
  additionalKilogram: number;
}

/** The name of the simulated courier. */
export const courier = "Lintas Parcel";

/** All services, cheapest first. */
export const services: readonly Service[] = [
  {
    id: "economy",
    name: "Economy",
    remark: "3 to 5 working days",
    domestic: { firstKilogram: 6, additionalKilogram: 1.5 },
    cashOnDeliveryFee: 3.5,
  },
  {
    id: "standard",
    name: "Standard",
    remark: "1 to 3 working days, or 5 to 8 abroad",
    domestic: { firstKilogram: 9, additionalKilogram: 2 },
    abroad: { firstKilogram: 38, additionalKilogram: 12 },
    cashOnDeliveryFee: 3.5,
  },
  {
    id: "express",
    name: "Express",
    remark: "the next working day, or 2 to 3 days abroad",
    domestic: { firstKilogram: 16, additionalKilogram: 4 },
    abroad: { firstKilogram: 72, additionalKilogram: 25 },
  },
];

/** Find a service by its id. @returns undefined if no service has the id */
export function findService(id: string): Service | undefined {
  return services.find((service) => service.id === id);
}
