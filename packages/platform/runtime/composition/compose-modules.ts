import {
  bumpLaneEpochs,
  cancelDeliveries,
  cancelUninstallNotice,
  type DatabaseClock,
  enqueueUninstallNotice,
  resumeInstallation,
  resumeLanesOfApps,
  stopLanesOfApps,
} from "@souk/delivery";
import { panelPages } from "../../http/panels/index.ts";
import { createRateLimiter } from "../../http/rate-limit.ts";
import { referencePages } from "../../http/reference/index.ts";
import type { SnapshotRenderers } from "../../infrastructure/events/snapshot-renderers.ts";
import type { Module } from "../../infrastructure/module.ts";
import type { PageRoute } from "../../infrastructure/routing/page.ts";
import type { Route } from "../../infrastructure/routing/route.ts";
import { activityModule } from "../../modules/activity/index.ts";
import { auditModule } from "../../modules/audit/index.ts";
import {
  catalogModule,
  createProductDocuments,
  findPriceLosingPrecision,
  productTags,
} from "../../modules/catalog/index.ts";
import { customersModule, customerTags, findBalanceLosingPrecision } from "../../modules/customers/index.ts";
import { customizationModule, removeCustomization } from "../../modules/customization/index.ts";
import { eventsModule } from "../../modules/events/index.ts";
import { createExportSources, exportsModule } from "../../modules/exports/index.ts";
import { fulfillmentRequestsModule } from "../../modules/fulfillment-requests/index.ts";
import { fulfillmentsModule } from "../../modules/fulfillments/index.ts";
import { createImportSheets, importsModule } from "../../modules/imports/index.ts";
import { type InstallsDeps, installationHasScope, installsModule } from "../../modules/installs/index.ts";
import { createPrimaryLocation, inventoryModule } from "../../modules/inventory/index.ts";
import { membersModule } from "../../modules/members/index.ts";
import { metafieldsModule } from "../../modules/metafields/index.ts";
import {
  type NotificationsDeps,
  type Notifier,
  notificationsModule,
} from "../../modules/notifications/index.ts";
import {
  createOrderDocuments,
  findCreditLosingPrecision,
  orderBlocksLocationDelete,
  ordersModule,
} from "../../modules/orders/index.ts";
import { createPartner, type PartnersApi, partnersModule } from "../../modules/partners/index.ts";
import { createPasswords, peopleModule } from "../../modules/people/index.ts";
import { privacyModule } from "../../modules/privacy/index.ts";
import { purchasingBlocksLocationDelete, purchasingModule } from "../../modules/purchasing/index.ts";
import { returnsModule } from "../../modules/returns/index.ts";
import { shippingModule } from "../../modules/shipping/index.ts";
import { staffModule } from "../../modules/staff/index.ts";
import { storesModule } from "../../modules/stores/index.ts";
import { subscriptionsModule } from "../../modules/subscriptions/index.ts";
import { tagsModule } from "../../modules/tags/index.ts";
import type { Job } from "../housekeeping/index.ts";
import type { LongTask } from "../jobs/index.ts";
import type { PlatformResources } from "./resources.ts";

/** The composed modules, and what the runtime calls of them. */
export interface Modules {
  /** In dependency order. */
  list: readonly Module[];
  routes: readonly Route[];
  pages: readonly PageRoute[];
  renderers: SnapshotRenderers;
  tasks: readonly LongTask[];
  housekeeping: readonly Job[];
  partners: PartnersApi;
  notifier: Notifier;
  /** The second transaction of an uninstall. */
  finishUninstall(installationId: number): Promise<unknown>;
}

/** Compose the modules: the one place that knows them all. A module gets what it needs from modules above it. */
export function composeModules(resources: PlatformResources): Modules {
  const commerce = composeCommerce(resources);
  const longWork = composeLongWork(resources, commerce);
  const accounts = composeAccounts(resources, { ...commerce, ...longWork });
  const apps = composeApps(resources, { ...commerce, ...longWork, ...accounts });
  const list: readonly Module[] = [...commerce.list, ...longWork.list, ...accounts.list, ...apps];
  return {
    list,
    routes: list.flatMap(({ routes }) => routes),
    pages: [
      ...list.flatMap(({ pages = [] }) => pages),
      ...resources.mail.pages,
      ...referencePages(resources.addresses),
      ...panelPages(),
    ],
    renderers: Object.assign({}, ...list.map(({ snapshotRenderers }) => snapshotRenderers)),
    tasks: list.flatMap(({ tasks = [] }) => tasks),
    housekeeping: list.flatMap(({ housekeeping = [] }) => housekeeping),
    partners: accounts.partners.api,
    notifier: commerce.notifications.api.notifier,
    finishUninstall: (id) => accounts.installs.api.finishUninstall(resources.database, id),
  };
}

/** Compose what a store sells and to whom, in the order of the chain. */
function composeCommerce({
  database,
  addresses,
  clock,
  random,
  files,
  mail,
  log,
  ...rest
}: PlatformResources) {
  const { filesOrigin } = addresses;
  const documents = createProductDocuments(database, filesOrigin);
  const stores = storesModule({
    addresses,
    createPrimaryLocation,
    amounts: [findPriceLosingPrecision, findBalanceLosingPrecision, findCreditLosingPrecision],
  });
  const inventory = inventoryModule({
    locationKeepers: [purchasingBlocksLocationDelete, orderBlocksLocationDelete],
  });
  const purchasing = purchasingModule();
  const catalog = catalogModule({ documents, filesOrigin, random, intake: files.intake });
  const customers = customersModule({ clock });
  const orders = ordersModule({
    database,
    documents: createOrderDocuments(database, filesOrigin),
    clock,
    random,
  });
  const notifications = notificationsModule({
    sendEmail: (tx, message) => mail.post.send(tx, { ...message, priority: false }),
    countEmails: mail.post.countLately,
    boundReached: mail.post.askedBoundReached,
    takeTrial: createTrialPace({ clock, ...rest }),
    sendsEmail: mail.sends,
    log,
  });
  const { notifier } = notifications.api;
  const fulfillments = fulfillmentsModule({ orders: orders.api, notifier });
  const returns = returnsModule({ orders: orders.api });
  const tags = tagsModule({
    resources: { product: productTags, customer: customerTags, order: orders.api.tags },
  });
  const metafields = metafieldsModule();
  const chain = [stores, inventory, purchasing, catalog, customers, orders];
  return {
    list: [...chain, notifications, fulfillments, returns, tags, metafields],
    documents,
    stores,
    orders,
    notifications,
  };
}

type Commerce = ReturnType<typeof composeCommerce>;

/** Compose what takes longer than a request. */
function composeLongWork(
  { database, clock, random, jobs, files, addresses }: PlatformResources,
  { documents, stores, orders }: Commerce,
) {
  const findStore = stores.api.findStoreById;
  const common = { database, clock, random, jobs, storage: files.storage, findStore };
  const exports = exportsModule({
    ...common,
    filesOrigin: addresses.filesOrigin,
    sources: createExportSources({ products: documents, orders: orders.api.documents }),
  });
  const imports = importsModule({
    ...common,
    installationHasScope: installationHasScope,
    sheets: createImportSheets({ documents, intake: files.intake, clock }),
  });
  return { list: [exports, imports], exports, imports };
}

type LongWork = ReturnType<typeof composeLongWork>;

/** Compose accounts, partners and the life of an installation. */
function composeAccounts(
  resources: PlatformResources,
  { stores, exports, imports }: Omit<Commerce, "list"> & Omit<LongWork, "list">,
) {
  const { addresses, clock, random, vault, allowLoopback, mail, databaseClock } = resources;
  const partners = partnersModule({ vault, clock, random, addresses, allowLoopback });
  const people = peopleModule({
    passwords: createPasswords(),
    clock,
    random,
    createPartner: async (tx, partner) => void (await createPartner(tx, partner)),
    createStore: stores.api.createStore,
  });
  const installs = installsModule({
    clock,
    random,
    addresses,
    secrets: partners.api.secrets,
    registerCustomApp: partners.api.registerCustomApp,
    log: resources.log,
    failpoint: resources.failpoint,
    deliveries: createDeliveryControl(databaseClock),
    removers: [exports.api.removeExports, imports.api.removeImports, removeCustomization],
    offersApps: resources.config.mode === "development",
    consentKey: resources.keys.consent,
  });
  const members = membersModule({
    addresses,
    clock,
    random,
    passwords: people.api.passwords,
    sendEmail: mail.post.send,
    boundReached: mail.post.askedBoundReached,
    sendsEmail: mail.sends,
  });
  return { list: [partners, people, installs, members], partners, installs };
}

type Accounts = ReturnType<typeof composeAccounts>;

/** Compose what apps do in a store, what customers may ask of it, and what people see of it. */
function composeApps(
  resources: PlatformResources,
  {
    orders,
    exports,
    partners,
    installs,
  }: Omit<Commerce, "list"> & Omit<LongWork, "list"> & Omit<Accounts, "list">,
): Module[] {
  const { addresses, clock, allowLoopback, databaseClock, mail, log } = resources;
  const { secrets } = partners.api;
  return [
    subscriptionsModule({ addresses, allowLoopback, clock: databaseClock, sendMail: mail.post.send }),
    customizationModule({
      installs: installs.api,
      rules: { ownDomain: addresses.domain, allowLoopback },
    }),
    staffModule({
      addresses,
      clock,
      allowLoopback,
      deliveries: {
        stopLanesOfApps,
        resumeLanesOfApps: (tx, apps) => resumeLanesOfApps(tx, apps, databaseClock),
      },
    }),
    shippingModule({ clock, secrets, sender: resources.rateSender, log }),
    fulfillmentRequestsModule({
      addresses,
      clock,
      databaseClock,
      secrets,
      sender: resources.fulfillmentSender,
      allowLoopback,
    }),
    privacyModule({ orders: orders.api, exports: exports.api }),
    activityModule({ clock }),
    auditModule(),
    eventsModule(),
  ];
}

/** Pace how often an account may try a template: half of what a token may call. */
function createTrialPace({
  config,
  clock,
  liveProcesses,
}: Pick<PlatformResources, "config" | "clock" | "liveProcesses">): NotificationsDeps["takeTrial"] {
  const { bucket, refillPerSecond } = config.rateLimit;
  const pace = { bucket: bucket / 2, refillPerSecond: refillPerSecond / 2 };
  const trials = createRateLimiter(pace, clock, liveProcesses ?? (() => 1));
  return (accountId) => trials.take(String(accountId));
}

/** Create what an uninstall asks of the deliveries, at their own time. */
function createDeliveryControl(clock: DatabaseClock): InstallsDeps["deliveries"] {
  return {
    bumpLaneEpochs,
    cancelDeliveries,
    cancelUninstallNotice,
    enqueueUninstallNotice: (tx, notice) => enqueueUninstallNotice(tx, notice, clock),
    resumeInstallation: (tx, id) => resumeInstallation(tx, id, clock),
  };
}
