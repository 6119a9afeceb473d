import type { OperationResponse, operations, PageAddress } from "@souk/contract";
import { toStaffPage } from "../page-addresses.ts";

export type StaffPartner = OperationResponse<typeof operations.listStaffPartners>["partners"][number];
export type StaffPartnerDetail = OperationResponse<typeof operations.getStaffPartner>["partner"];
export type StaffApp = OperationResponse<typeof operations.listStaffApps>["apps"][number];
export type StaffAppDetail = OperationResponse<typeof operations.getStaffApp>["app"];
export type StaffStoreDetail = OperationResponse<typeof operations.getStaffStore>["store"];
export type StaffAction = OperationResponse<typeof operations.listStaffActions>["actions"][number];

/** The kinds of records that staff can suspend. */
export type TargetKind = StaffAction["target"]["kind"];

/** The date and reason of a suspension; null when not suspended. */
export type Suspension = StaffPartner["suspended"];

const pages = { partner: "/partners/$id", app: "/apps/$id", store: "/stores/$id" } as const;

/** Return the address of a record in the staff console. */
export function pageOfTarget({ kind, id }: { kind: TargetKind; id: number }): PageAddress {
  return toStaffPage(pages[kind], { id });
}
