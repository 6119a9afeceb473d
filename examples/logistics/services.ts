/** A way to send a parcel. Prices are in MYR: for the first kilogram, and for each further one that is begun. */
export interface Service {
  id: string;
  name: string;
  remark: string;
  /** Within one country. */
  domestic: Price;
  /** To another country; left out where the service ends at the border. */
  abroad?: Price;
  /** What collecting the money on delivery costs; left out where it is not collected. */
  collecting?: number;
}

interface Price {
  first: number;
  further: number;
}

export const courier = "Lintas Parcel";

/** The cheapest first. */
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

/** The service of an id; undefined for any other text. */
export function serviceOf(id: string): Service | undefined {
  return services.find((service) => service.id === id);
}
