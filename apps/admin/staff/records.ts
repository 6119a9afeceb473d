import type { AnswerOf, operations } from "@souk/contract";

export type StaffPartner = AnswerOf<typeof operations.listStaffPartners>["partners"][number];
export type StaffPartnerDetail = AnswerOf<typeof operations.getStaffPartner>["partner"];
export type StaffApp = AnswerOf<typeof operations.listStaffApps>["apps"][number];
export type StaffAppDetail = AnswerOf<typeof operations.getStaffApp>["app"];
export type StaffStoreDetail = AnswerOf<typeof operations.getStaffStore>["store"];
export type StaffAction = AnswerOf<typeof operations.listStaffActions>["actions"][number];

/** What staff suspend. */
export type TargetKind = StaffAction["target"]["kind"];

/** Since when and why something is suspended; null when it is not. */
export type Suspension = StaffPartner["suspended"];

const folders = { partner: "partners", app: "apps", store: "stores" } as const satisfies Record<
  TargetKind,
  string
>;

/** Where the staff console shows something. */
export function pageOfTarget({ kind, id }: { kind: TargetKind; id: number }): string {
  return `/staff/${folders[kind]}/${id}`;
}
