import type { Parcel } from "../parcels/parcel.ts";
import { statusNames } from "../parcels/parcel.ts";
import { courier, findService } from "../services.ts";
import { messagePage } from "./document.ts";

/** Build the public tracking page of a parcel, without its contents and recipient. */
export function trackingPage(parcel: Parcel | undefined): Response {
  if (parcel === undefined)
    return messagePage(
      { heading: "Parcel not found", sentence: "Check the tracking number in your email." },
      { status: 404 },
    );
  const service = findService(parcel.service)?.name ?? parcel.service;
  const sentence = `${statusNames[parcel.status]}. Sent with ${courier}, ${service}.`;
  return messagePage({ heading: parcel.number, sentence });
}
