import {
  bumpLaneEpochs,
  cancelDeliveries,
  cancelUninstallNotice,
  type DatabaseClock,
  enqueueUninstallNotice,
  resumeInstallation,
} from "@souk/delivery";
import { catalogRoutes, createProductDocuments, registerCatalogTopics } from "../modules/catalog/index.ts";
import {
  finishUninstall,
  type InstallsWiring,
  installsPages,
  installsRoutes,
} from "../modules/installs/index.ts";
import {
  createPrimaryLocation,
  inventoryRoutes,
  registerInventoryTopics,
} from "../modules/inventory/index.ts";
import {
  createPartner,
  createSecretReader,
  type PartnersWiring,
  partnersPages,
  partnersRoutes,
  registerCustomApp,
  type SecretReader,
} from "../modules/partners/index.ts";
import { createPasswords, type PeopleWiring, peoplePages, peopleRoutes } from "../modules/people/index.ts";
import { type StoreWiring, storesPages, storesRoutes } from "../modules/stores/index.ts";
import { subscriptionsRoutes } from "../modules/subscriptions/index.ts";
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
  installs: InstallsWiring;
  secrets: SecretReader;
  /** The second transaction of an uninstall. */
  finishUninstall(installationId: number): Promise<unknown>;
}

/** What an uninstall asks of the deliveries, at their own time. */
function deliveriesAt(clock: DatabaseClock | undefined): InstallsWiring["deliveries"] {
  return {
    bumpLaneEpochs,
    cancelDeliveries,
    cancelUninstallNotice,
    enqueueUninstallNotice: (tx, notice) => enqueueUninstallNotice(tx, notice, clock),
    resumeInstallation: (tx, id) => resumeInstallation(tx, id, clock),
  };
}

function createWirings(house: House) {
  const { addresses, clock, random, vault, allowLoopback, keys, log } = house;
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
  const secrets = createSecretReader(vault);
  const installs: InstallsWiring = {
    clock,
    random,
    addresses,
    secrets,
    log,
    deliveries: deliveriesAt(house.databaseClock),
    removers: [],
    registerCustomApp: (tx, app) => registerCustomApp(tx, app, partners),
    consentKey: keys.consent,
  };
  return { stores, people, partners, installs, secrets };
}

/** Joins the modules: the one place that knows them all. */
export function createModules(house: House): Modules {
  const { addresses, facts, database } = house;
  const wirings = createWirings(house);
  const { stores, people, partners, installs } = wirings;
  const documents = createProductDocuments(database, addresses.filesOrigin);
  // Before the routes: the statements of hot facts are built from the topics registered here.
  registerInventoryTopics(facts);
  registerCatalogTopics(facts, documents);
  return {
    ...wirings,
    finishUninstall: (id) => finishUninstall(database, id, installs),
    routes: [
      ...storesRoutes(stores),
      ...inventoryRoutes(facts),
      ...catalogRoutes(facts, documents),
      ...peopleRoutes(people),
      ...partnersRoutes(partners),
      ...installsRoutes(installs),
      ...subscriptionsRoutes({ ownDomain: addresses.domain, allowLoopback: house.allowLoopback }),
    ],
    pages: [
      ...storesPages(stores),
      ...peoplePages(people),
      ...partnersPages(partners),
      ...installsPages(installs),
      ...referencePages(addresses),
    ],
  };
}
