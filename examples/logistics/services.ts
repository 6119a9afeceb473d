/**
 * Service that sends parcels. Prices are in MYR: for the first kilogram, and for each further started one.
 */
export interface Service {
  id: string;
  name: string;
  remark: string;
  /** Price within one country. */
  domestic: Price;
  /** Price to another country; left out when the service is domestic only. */
  abroad?: Price;
  /** Fee for cash on delivery; left out when the service does not collect. */
  collecting?: number;
}

interface Price {
  first: number;
  further: number;
}

export const courier = "Lintas Parcel";

/** Services, the cheapest first. */
export const services: readonly Service[] = [
  {
    id: "economy",
    name: "Economy",
    remark: "3 to 5 working days",
    domestic: { first: 6, further: 1.5 },
    collecting: 3.5,
  },
  {
    id: "standard",
    name: "Standard",
    remark: "1 to 3 working days; abroad 5 to 8",
    domestic: { first: 9, further: 2 },
    abroad: { first: 38, further: 12 },
    collecting: 3.5,
  },
  {
    id: "express",
    name: "Express",
    remark: "the next working day; abroad 2 to 3",
    domestic: { first: 16, further: 4 },
    abroad: { first: 72, further: 25 },
  },
];

/** Find a service by its id; undefined for any other text. */
export function findService(id: string): Service | undefined {
  return services.find((service) => service.id === id);
}
