import { resumeLanesOfApps, stopLanesOfApps } from "@souk/delivery";
import { listPanelPages } from "../../http/panels/index.ts";
import { createRateLimiter } from "../../http/rate-limit.ts";
import { createReferencePages } from "../../http/reference/index.ts";
import type { SnapshotRenderers } from "../../infrastructure/events/snapshot-renderers.ts";
import type { Module } from "../../infrastructure/module.ts";
import type { PageRoute } from "../../infrastructure/routing/page.ts";
import type { Route } from "../../infrastructure/routing/route.ts";
import { activityModule } from "../../modules/activity/index.ts";
import { auditModule } from "../../modules/audit/index.ts";
import {
  catalogModule,
  createProductSnapshots,
  findPriceLosingPrecision,
  productTags,
} from "../../modules/catalog/index.ts";
import { customersModule, customerTags, findBalanceLosingPrecision } from "../../modules/customers/index.ts";
import { customizationModule, removeCustomization } from "../../modules/customization/index.ts";
import { eventsModule } from "../../modules/events/index.ts";
import { createExportSources, exportsModule } from "../../modules/exports/index.ts";
import { fulfillmentRequestsModule } from "../../modules/fulfillment-requests/index.ts";
import { fulfillmentsModule } from "../../modules/fulfillments/index.ts";
import { createImportSheetOpeners, importsModule } from "../../modules/imports/index.ts";
import { installationHasScope, installsModule } from "../../modules/installs/index.ts";
import { createPrimaryLocation, inventoryModule } from "../../modules/inventory/index.ts";
import { membersModule } from "../../modules/members/index.ts";
import { metafieldsModule } from "../../modules/metafields/index.ts";
import {
  type NotificationsDeps,
  type Notifier,
  notificationsModule,
} from "../../modules/notifications/index.ts";
import {
  createOrderSnapshots,
  explainOrdersBlockingDelete,
  findCreditLosingPrecision,
  ordersModule,
} from "../../modules/orders/index.ts";
import { createPartner, type PartnersApi, partnersModule } from "../../modules/partners/index.ts";
import { createPasswords, peopleModule } from "../../modules/people/index.ts";
import { privacyModule } from "../../modules/privacy/index.ts";
import { explainDocumentsBlockingDelete, purchasingModule } from "../../modules/purchasing/index.ts";
import { returnsModule } from "../../modules/returns/index.ts";
import { secretKeysModule } from "../../modules/secret-keys/index.ts";
import { securityModule } from "../../modules/security/index.ts";
import { shippingModule } from "../../modules/shipping/index.ts";
import { staffModule } from "../../modules/staff/index.ts";
import { storesModule } from "../../modules/stores/index.ts";
import { subscriptionsModule } from "../../modules/subscriptions/index.ts";
import { tagsModule } from "../../modules/tags/index.ts";
import type { Job } from "../housekeeping/index.ts";
import type { LongTask } from "../jobs/index.ts";
import { createDeliveryControl } from "./create-delivery-control.ts";
import { createHealthDeps } from "./health-deps.ts";
import type { PlatformResources } from "./resources.ts";

/** The composed modules, with the functions that the runtime calls. */
export interface Modules {
  /** All modules, in the order of their dependencies. */
  list: readonly Module[];
  routes: readonly Route[];
  pages: readonly PageRoute[];
  renderers: SnapshotRenderers;
  tasks: readonly LongTask[];
  housekeeping: readonly Job[];
  partners: PartnersApi;
  notifier: Notifier;
  /** End the processes that render email templates. */
  stopRendering(): Promise<void>;
  /** Finish an uninstall in a second transaction, after the first attempt to send the app/uninstall webhook. */
  finishUninstall(installationId: number): Promise<unknown>;
}

/** Create all modules. Each module gets functions only of modules that are created before it. */
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
      ...createReferencePages(resources.addresses),
      ...listPanelPages(),
    ],
    renderers: Object.assign({}, ...list.map(({ snapshotRenderers }) => snapshotRenderers)),
    tasks: list.flatMap(({ tasks = [] }) => tasks),
    housekeeping: list.flatMap(({ housekeeping = [] }) => housekeeping),
    partners: accounts.partners.api,
    notifier: commerce.notifications.api.notifier,
    stopRendering: commerce.notifications.api.stopRendering,
    finishUninstall: (id) => accounts.installs.api.finishUninstall(resources.database, id),
  };
}

/** Create the modules for stores, products, stock, customers and orders, and for their emails, fulfillments, returns and tags. */
function composeCommerce({
  database,
  addresses,
  clock,
  random,
  files,
  mail,
  log,
  ...otherResources
}: PlatformResources) {
  const { filesOrigin } = addresses;
  const productSnapshots = createProductSnapshots(database, filesOrigin);
  const stores = storesModule({
    addresses,
    createPrimaryLocation,
    precisionLossFinders: [findPriceLosingPrecision, findBalanceLosingPrecision, findCreditLosingPrecision],
  });
  const inventory = inventoryModule({
    locationDeletionChecks: [explainDocumentsBlockingDelete, explainOrdersBlockingDelete],
  });
  const purchasing = purchasingModule();
  const catalog = catalogModule({ snapshots: productSnapshots, filesOrigin, random, intake: files.intake });
  const customers = customersModule({ clock });
  const orders = ordersModule({
    database,
    orderSnapshots: createOrderSnapshots(database, filesOrigin),
    clock,
    random,
  });
  const notifications = notificationsModule({
    queueTestEmail: (tx, message) => mail.queue.send(tx, { ...message, priority: false }),
    unrenderedEmails: mail.unrendered,
    clock,
    scheduleEmail: mail.queue.schedule,
    findExceededLimit: mail.queue.findExceededLimit,
    tryStartPreview: createPreviewLimiter({ clock, ...otherResources }),
    sendsEmail: mail.sendsEmail,
    log,
  });
  const { notifier } = notifications.api;
  const fulfillments = fulfillmentsModule({ orders: orders.api, notifier });
  const returns = returnsModule({ orders: orders.api });
  const tags = tagsModule({
    resources: { product: productTags, customer: customerTags, order: orders.api.tags },
  });
  const metafields = metafieldsModule();
  const coreModules = [stores, inventory, purchasing, catalog, customers, orders];
  return {
    list: [...coreModules, notifications, fulfillments, returns, tags, metafields],
    productSnapshots,
    stores,
    orders,
    notifications,
  };
}

type Commerce = ReturnType<typeof composeCommerce>;

/** Create the modules for exports and imports, whose work takes longer than a request. */
function composeLongWork(
  { database, clock, random, jobs, files, addresses }: PlatformResources,
  { productSnapshots, stores, orders }: Commerce,
) {
  const findStore = stores.api.findStoreById;
  const commonDeps = { database, clock, random, jobs, storage: files.storage, findStore };
  const exports = exportsModule({
    ...commonDeps,
    filesOrigin: addresses.filesOrigin,
    fileLinks: files.links,
    sources: createExportSources({ products: productSnapshots, orders: orders.api.orderSnapshots }),
  });
  const imports = importsModule({
    ...commonDeps,
    installationHasScope,
    sheetOpeners: createImportSheetOpeners({ productSnapshots, intake: files.intake, clock }),
  });
  return { list: [exports, imports], exports, imports };
}

type LongWork = ReturnType<typeof composeLongWork>;

/** Create the modules for accounts, partners, members and installations. */
function composeAccounts(resources: PlatformResources, { exports, imports }: Omit<LongWork, "list">) {
  const { addresses, clock, random, vault, localAccess, mail, databaseClock } = resources;
  const partners = partnersModule({ vault, clock, random, addresses, localAccess });
  const { signUp: signUpPolicy, mode, isPublicDevelopment } = resources.config;
  const people = peopleModule({
    signUpPolicy,
    canSignInUnverified: mode === "development" && !isPublicDevelopment,
    passwords: createPasswords(),
    attemptKey: resources.keys.passwordAttempts,
    clock,
    random,
    vault,
    addresses,
    sendEmail: mail.queue.send,
    createPartner: async (tx, partner) => void (await createPartner(tx, partner)),
  });
  const installs = installsModule({
    clock,
    random,
    addresses,
    secrets: partners.api.secrets,
    registerCustomApp: partners.api.registerCustomApp,
    failpoint: resources.failpoint,
    deliveries: createDeliveryControl(databaseClock),
    removers: [exports.api.endAppExports, imports.api.cancelAppImports, removeCustomization],
    offersApps: resources.config.mode === "development",
    consentKeys: resources.keys.consent,
  });
  const members = membersModule({
    signUpPolicy,
    addresses,
    clock,
    random,
    passwords: people.api.passwords,
    sendEmail: mail.queue.send,
    findExceededLimit: mail.queue.findExceededLimit,
    sendsEmail: mail.sendsEmail,
  });
  const security = securityModule({ log: resources.log });
  return { list: [security, partners, people, installs, members], partners, people, installs };
}

type Accounts = ReturnType<typeof composeAccounts>;

/** Create the modules for apps in a store, privacy requests, staff, and logs. */
function composeApps(
  resources: PlatformResources,
  {
    orders,
    exports,
    partners,
    people,
    installs,
  }: Omit<Commerce, "list"> & Omit<LongWork, "list"> & Omit<Accounts, "list">,
): Module[] {
  const { addresses, clock, random, localAccess, databaseClock, mail, log } = resources;
  const { secrets } = partners.api;
  return [
    subscriptionsModule({ addresses, localAccess, clock: databaseClock, sendEmail: mail.queue.send }),
    customizationModule({
      installs: installs.api,
      rules: { ownDomains: addresses.ownDomains, localAccess },
    }),
    staffModule({
      addresses,
      clock,
      localAccess,
      people: people.api,
      failureLog: resources.failureLog,
      health: createHealthDeps(resources),
      deliveries: {
        stopLanesOfApps,
        resumeLanesOfApps: (tx, apps) => resumeLanesOfApps(tx, apps, databaseClock),
      },
    }),
    shippingModule({ clock, random, secrets, sender: resources.shippingRateSender, log }),
    fulfillmentRequestsModule({
      addresses,
      clock,
      databaseClock,
      secrets,
      sender: resources.fulfillmentSender,
      localAccess,
    }),
    privacyModule({ orders: orders.api, exports: exports.api }),
    activityModule({ clock }),
    auditModule(),
    secretKeysModule({ vault: resources.vault }),
    eventsModule(),
  ];
}

/** Create the limit on how often an account may preview email templates, which is half of a token's rate limit. */
function createPreviewLimiter({
  config,
  clock,
  countLiveProcesses,
}: Pick<PlatformResources, "config" | "clock" | "countLiveProcesses">): NotificationsDeps["tryStartPreview"] {
  const { bucketSize, refillPerSecond } = config.rateLimit;
  const limit = { bucketSize: bucketSize / 2, refillPerSecond: refillPerSecond / 2 };
  const limiter = createRateLimiter(limit, clock, countLiveProcesses ?? (() => 1));
  return (accountId) => limiter.consume(String(accountId));
}
