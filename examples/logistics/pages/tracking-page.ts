import type { Parcel } from "../parcels/parcel.ts";
import { statusLabels } from "../parcels/parcel.ts";
import { courier, findService } from "../services.ts";
import { renderMessagePage } from "./document.ts";

/** Build the public tracking page of a parcel. The page does not show the parcel's contents or recipient. */
export function renderTrackingPage(parcel: Parcel | undefined): Response {
  if (parcel === undefined)
    return renderMessagePage(
      { heading: "Parcel not found", sentence: "Check the tracking number in your email." },
      { status: 404 },
    );
  const service = findService(parcel.service)?.name ?? parcel.service;
  const sentence = `${statusLabels[parcel.status]}. Sent with ${courier}, ${service}.`;
  return renderMessagePage({ heading: parcel.number, sentence });
}
