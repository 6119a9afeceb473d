import type { Parcel } from "../parcels/parcel.ts";
import { statusNames } from "../parcels/parcel.ts";
import { courier, serviceOf } from "../services.ts";
import { messagePage } from "./document.ts";

/** Where a parcel is, for everybody who has its number; nothing of what it holds or whom it is for. */
export function trackingPage(parcel: Parcel | undefined): Response {
  if (parcel === undefined)
    return messagePage(
      { heading: "No such parcel", sentence: "Check the number that you were mailed." },
      { status: 404 },
    );
  const service = serviceOf(parcel.service)?.name ?? parcel.service;
  const sentence = `${statusNames[parcel.status]}. Sent with ${courier}, ${service}.`;
  return messagePage({ heading: parcel.number, sentence });
}
