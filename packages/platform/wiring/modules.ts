import {
  createPrimaryLocation,
  inventoryRoutes,
  registerInventoryTopics,
} from "../modules/inventory/index.ts";
import {
  createPartner,
  type PartnersWiring,
  partnersPages,
  partnersRoutes,
} from "../modules/partners/index.ts";
import { createPasswords, type PeopleWiring, peoplePages, peopleRoutes } from "../modules/people/index.ts";
import { type StoreWiring, storesPages, storesRoutes } from "../modules/stores/index.ts";
import { referencePages } from "../reference/index.ts";
import type { PageRoute } from "../routing/page.ts";
import type { Route } from "../routing/route.ts";
import type { House } from "./house.ts";

/** The modules, each with what it needs of the others. */
export interface Modules {
  routes: Route[];
  pages: PageRoute[];
  stores: StoreWiring;
  people: PeopleWiring;
  partners: PartnersWiring;
}

/** Joins the modules: the one place that knows them all. */
export function createModules(house: House): Modules {
  const { addresses, facts, clock, random, vault, allowLoopback } = house;
  registerInventoryTopics(facts);
  const stores: StoreWiring = {
    addresses,
    createPrimaryLocation: async (tx, store) => void (await createPrimaryLocation(tx, store)),
  };
  const people: PeopleWiring = {
    passwords: createPasswords(),
    clock,
    random,
    createPartner: async (tx, partner) => void (await createPartner(tx, partner)),
  };
  const partners: PartnersWiring = { vault, clock, random, addresses, allowLoopback };
  return {
    stores,
    people,
    partners,
    routes: [
      ...storesRoutes(stores),
      ...inventoryRoutes(facts),
      ...peopleRoutes(people),
      ...partnersRoutes(partners),
    ],
    pages: [
      ...storesPages(stores),
      ...peoplePages(people),
      ...partnersPages(partners),
      ...referencePages(addresses),
    ],
  };
}
