import type { PartnerPage } from "@souk/contract";
import { createPageAddresses } from "@souk/contract";

/** Address a page of the partner dashboard. */
export const toPartnerPage = createPageAddresses<PartnerPage>();
