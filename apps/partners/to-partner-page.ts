import type { PartnerPage } from "@souk/contract";
import { createPageUrlBuilder } from "@souk/contract";

/** Build the URL of a page of the partner dashboard. */
export const toPartnerPage = createPageUrlBuilder<PartnerPage>();
