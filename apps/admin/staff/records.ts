import type { OperationResponse, operations, PageUrl } from "@souk/contract";
import { toStaffPage } from "../page-urls.ts";

export type StaffPartner = OperationResponse<typeof operations.listStaffPartners>["partners"][number];
export type StaffPartnerDetail = OperationResponse<typeof operations.getStaffPartner>["partner"];
export type StaffApp = OperationResponse<typeof operations.listStaffApps>["apps"][number];
export type StaffAppDetail = OperationResponse<typeof operations.getStaffApp>["app"];
export type StaffStoreDetail = OperationResponse<typeof operations.getStaffStore>["store"];
export type StaffAction = OperationResponse<typeof operations.listStaffActions>["actions"][number];

export type StaffAccount = OperationResponse<typeof operations.listStaffAccounts>["accounts"][number];
export type StaffAccountDetail = OperationResponse<typeof operations.getStaffAccount>["account"];
export type StaffRequest = OperationResponse<typeof operations.findStaffRequest>["request"];
export type StaffHealth = OperationResponse<typeof operations.getStaffHealth>["health"];

/** A kind of record that staff act on. */
export type TargetKind = StaffAction["target"]["kind"];

/** A kind of record that staff can suspend. */
export type SuspendableKind = Exclude<TargetKind, "account">;

/** The date and reason of a suspension; null if the record is not suspended. */
export type Suspension = StaffPartner["suspended"];

const pagesByKind = {
  partner: "/partners/$id",
  app: "/apps/$id",
  store: "/stores/$id",
  account: "/people/$id",
} as const;

/** Return the link to a record's page in the staff console. */
export function getTargetPage({ kind, id }: { kind: TargetKind; id: number }): PageUrl {
  return toStaffPage(pagesByKind[kind], { id });
}
