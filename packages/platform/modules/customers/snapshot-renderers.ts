import {
  renderIds,
  type SnapshotRenderer,
  type SnapshotRenderers,
} from "../../infrastructure/events/snapshot-renderers.ts";
import { customerTexts } from "./customer-texts.ts";

// Whole, with custom fields: fields that an installation may not see are removed when its delivery is sent.
const renderCustomers: SnapshotRenderer = (db, store, ids) =>
  customerTexts(db, store, { ids, attributes: true });

/** The renderers of the customer topics. */
export const customerRenderers: SnapshotRenderers = {
  "customer/create": renderCustomers,
  "customer/update": renderCustomers,
  "customer/delete": renderIds,
};
