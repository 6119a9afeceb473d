import type { OperationResponse, operations, PageUrl } from "@souk/contract";
import { toStaffPage } from "../page-urls.ts";

export type StaffPartner = OperationResponse<typeof operations.listStaffPartners>["partners"][number];
export type StaffPartnerDetail = OperationResponse<typeof operations.getStaffPartner>["partner"];
export type StaffApp = OperationResponse<typeof operations.listStaffApps>["apps"][number];
export type StaffAppDetail = OperationResponse<typeof operations.getStaffApp>["app"];
export type StaffStoreDetail = OperationResponse<typeof operations.getStaffStore>["store"];
export type StaffAction = OperationResponse<typeof operations.listStaffActions>["actions"][number];

/** A kind of record that staff can suspend. */
export type TargetKind = StaffAction["target"]["kind"];

/** The date and reason of a suspension; null if the record is not suspended. */
export type Suspension = StaffPartner["suspended"];

const pagesByKind = { partner: "/partners/$id", app: "/apps/$id", store: "/stores/$id" } as const;

/** Return the link to a record's page in the staff console. */
export function getTargetPage({ kind, id }: { kind: TargetKind; id: number }): PageUrl {
  return toStaffPage(pagesByKind[kind], { id });
}
