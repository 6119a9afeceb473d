import type { OperationResponse, operations } from "@souk/contract";

/** The health of the platform, as staff get it. */
export type StaffHealth = OperationResponse<typeof operations.getStaffHealth>["health"];
