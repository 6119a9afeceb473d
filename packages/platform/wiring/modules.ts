import {
  bumpLaneEpochs,
  cancelDeliveries,
  cancelUninstallNotice,
  type DatabaseClock,
  databaseClock,
  enqueueUninstallNotice,
  resumeInstallation,
  resumeLanesOfApps,
  stopLanesOfApps,
} from "@souk/delivery";
import type { FactRegistry } from "../events/facts.ts";
import type { Job } from "../housekeeping/index.ts";
import { activityRoutes } from "../modules/activity/index.ts";
import { auditRoutes } from "../modules/audit/index.ts";
import {
  catalogRoutes,
  collectionRoutes,
  createProductDocuments,
  createProductTags,
  cutPrice,
  imageRoutes,
  type ProductDocuments,
  prepareImages,
  registerCatalogTopics,
} from "../modules/catalog/index.ts";
import {
  createCustomerTags,
  customerRoutes,
  cutCredit,
  registerCustomerTopics,
} from "../modules/customers/index.ts";
import {
  customisationPages,
  customisationRoutes,
  removeCustomisation,
} from "../modules/customisation/index.ts";
import { eventsRoutes } from "../modules/events/index.ts";
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
import { invitationPages, type MembersWiring, membersRoutes } from "../modules/members/index.ts";
import { metafieldRoutes } from "../modules/metafields/index.ts";
import { type Notifier, notificationRoutes } from "../modules/notifications/index.ts";
import {
  createOrderDocuments,
  createOrderTags,
  cutCreditUsed,
  keepsOrderLocation,
  type OrderDesk,
} from "../modules/orders/index.ts";
import {
  createPartner,
  createSecretReader,
  type PartnersWiring,
  partnersRoutes,
  registerCustomApp,
  type SecretReader,
} from "../modules/partners/index.ts";
import { createPasswords, type PeopleWiring, peoplePages, peopleRoutes } from "../modules/people/index.ts";
import { privacyRoutes, registerPrivacyTopics } from "../modules/privacy/index.ts";
import { keepsLocation, purchasingRoutes, registerPurchasingTopics } from "../modules/purchasing/index.ts";
import { createQuoteRates, shippingRoutes } from "../modules/shipping/index.ts";
import { type StaffWiring, staffRoutes } from "../modules/staff/index.ts";
import {
  createStore,
  registerStoreTopics,
  type StoreAmounts,
  type StoreWiring,
  storesPages,
  storesRoutes,
} from "../modules/stores/index.ts";
import { deliveryLogRoutes, subscriptionsRoutes } from "../modules/subscriptions/index.ts";
import { type TaggedResources, tagRoutes } from "../modules/tags/index.ts";
import { panelPages } from "../panels/index.ts";
import { referencePages } from "../reference/index.ts";
import type { PageRoute } from "../routing/page.ts";
import type { Route } from "../routing/route.ts";
import { createDeliveryJobs } from "./delivery-jobs.ts";
import { createFulfillmentSide, type FulfillmentSide } from "./fulfillment-side.ts";
import type { House } from "./house.ts";
import { createLongWork, type LongWork } from "./long-work.ts";
import { createOrderSide, customerMails } from "./order-side.ts";

/** The modules, each with what it needs of the others. */
export interface Modules {
  routes: Route[];
  pages: PageRoute[];
  stores: StoreWiring;
  people: PeopleWiring;
  partners: PartnersWiring;
  installs: InstallsWiring;
  secrets: SecretReader;
  longWork: LongWork;
  /** Tells customers by mail, within the transaction of what it tells. */
  notifier: Notifier;
  fulfillment: FulfillmentSide;
  deliveryJobs: Job[];
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

function createWirings(house: House, removers: InstallsWiring["removers"]) {
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
    createStore: (tx, order) => createStore(tx, order, stores),
  };
  const partners: PartnersWiring = { vault, clock, random, addresses, allowLoopback };
  const secrets = createSecretReader(vault);
  const installs: InstallsWiring = {
    clock,
    random,
    addresses,
    secrets,
    log,
    failpoint: house.failpoint,
    deliveries: deliveriesAt(house.databaseClock),
    removers,
    registerCustomApp: (tx, app) => registerCustomApp(tx, app, partners),
    offersApps: house.config.mode === "development",
    consentKey: keys.consent,
  };
  const staff: StaffWiring = {
    addresses,
    clock,
    allowLoopback,
    deliveries: {
      stopLanesOfApps,
      resumeLanesOfApps: (tx, apps) => resumeLanesOfApps(tx, apps, house.databaseClock),
    },
  };
  const members: MembersWiring = {
    addresses,
    clock,
    random,
    passwords: people.passwords,
    sendMail: house.mail.post.send,
    boundReached: house.mail.post.askedBoundReached,
    sendsMail: house.mail.sends,
  };
  return { stores, people, partners, installs, secrets, staff, members };
}

/** What a change of a store's currency must not cut. */
const amounts: readonly StoreAmounts[] = [cutPrice, cutCredit, cutCreditUsed];

function registerTopics(facts: House["facts"], documents: ProductDocuments): void {
  registerInventoryTopics(facts);
  registerCatalogTopics(facts, documents);
  registerCustomerTopics(facts);
  registerPrivacyTopics(facts);
  registerStoreTopics(facts);
  registerPurchasingTopics(facts);
}

/** What bears tags. */
function createTags(facts: FactRegistry, desk: OrderDesk): TaggedResources {
  return {
    product: createProductTags(facts),
    customer: createCustomerTags(facts),
    order: createOrderTags(desk),
  };
}

/** Joins the modules: the one place that knows them all. */
export function createModules(house: House): Modules {
  const { addresses, facts, database } = house;
  const documents = createProductDocuments(database, addresses.filesOrigin);
  const orderDocuments = createOrderDocuments(database, addresses.filesOrigin);
  const longWork = createLongWork(house, { products: documents, orders: orderDocuments });
  const wirings = createWirings(house, [...longWork.removers, removeCustomisation]);
  const { stores, people, partners, installs, staff, members } = wirings;
  const quoteRates = createQuoteRates({ ...house, secrets: wirings.secrets, sender: house.rateSender });
  const mails = customerMails(house);
  const fulfillment = createFulfillmentSide(house, wirings.secrets);
  const webhookRules = { ownDomain: addresses.domain, allowLoopback: house.allowLoopback };
  // Before the routes: the statements of hot facts are built from the topics registered here.
  registerTopics(facts, documents);
  const orders = createOrderSide(house, { documents: orderDocuments, mails });
  return {
    ...wirings,
    longWork,
    notifier: orders.notifier,
    fulfillment,
    deliveryJobs: createDeliveryJobs(house),
    finishUninstall: (id) => finishUninstall(database, id, installs),
    routes: [
      ...storesRoutes(stores, { facts, amounts }),
      ...inventoryRoutes(facts, [keepsLocation, keepsOrderLocation]),
      ...catalogRoutes(facts, documents, (run, { store, urls }) =>
        prepareImages(house.files.intake, run, { store, source: { urls } }),
      ),
      ...purchasingRoutes(facts),
      ...orders.routes,
      ...imageRoutes({ facts, intake: house.files.intake, origin: addresses.filesOrigin }),
      ...collectionRoutes(facts, { filesOrigin: addresses.filesOrigin, random: house.random }),
      ...customerRoutes({ facts, clock: house.clock }),
      ...privacyRoutes({ facts, orders: orders.desk, endExports: longWork.endExports }),
      ...tagRoutes(createTags(facts, orders.desk)),
      ...metafieldRoutes(),
      ...peopleRoutes(people),
      ...membersRoutes(members),
      ...notificationRoutes(mails),
      ...partnersRoutes(partners),
      ...installsRoutes(installs),
      ...activityRoutes(house.clock),
      ...auditRoutes(),
      ...subscriptionsRoutes(webhookRules),
      ...customisationRoutes(installs, webhookRules),
      ...shippingRoutes(quoteRates),
      ...deliveryLogRoutes(webhookRules, house.databaseClock ?? databaseClock),
      ...eventsRoutes(),
      ...staffRoutes(staff),
      ...fulfillment.routes,
      ...longWork.routes,
    ],
    pages: [
      ...storesPages(stores),
      ...peoplePages(people),
      ...invitationPages(members),
      ...house.mail.pages,
      ...installsPages(installs),
      ...customisationPages(installs),
      ...fulfillment.pages,
      ...referencePages(addresses),
      ...panelPages(),
    ],
  };
}
