import {
  renderIds,
  type SnapshotRenderer,
  type SnapshotRenderers,
} from "../../infrastructure/events/snapshot-renderers.ts";
import { loadCustomerTexts } from "./customer-texts.ts";

// Snapshots include custom fields. Fields that an installation may not see are removed when a delivery is created for it.
const renderCustomers: SnapshotRenderer = (db, store, ids) =>
  loadCustomerTexts(db, store, { ids, hasAttributes: true });

/** The functions that render the snapshots of the customer topics. */
export const customerRenderers: SnapshotRenderers = {
  "customer/create": renderCustomers,
  "customer/update": renderCustomers,
  "customer/delete": renderIds,
};
