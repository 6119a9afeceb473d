import { Type } from "typebox";
import { shortText } from "./common.ts";
import type { FieldTable } from "./field-table.ts";

const createUrlInput = (description: string) =>
  Type.String({
    maxLength: 2048,
    pattern: "^(https?://\\S+)?$",
    description: `${description} An http or https URL, or empty.`,
  });

/** Text fields of a fulfillment that callers can write, in the sequence of its JSON. */
export const fulfillmentFields = {
  tracking_company: {
    response: Type.String({ description: "Name of the courier." }),
    input: Type.String({ maxLength: 255, description: "Name of the courier." }),
    csv: null,
    example: "Pos Laju",
  },
  tracking_number: {
    response: Type.String({ description: "Tracking number of the parcel." }),
    input: { ...shortText, description: "Tracking number of the parcel." },
    csv: null,
    example: "EN123456789MY",
  },
  tracking_url: {
    response: Type.String({ description: "URL where the parcel can be tracked." }),
    input: createUrlInput("URL where the parcel can be tracked."),
    csv: null,
    example: "https://tracking.your-courier.com/EN123456789MY",
  },
  service: {
    response: Type.String({ description: "Name of the shipping service." }),
    input: { ...shortText, description: "Name of the shipping service." },
    csv: null,
    example: "Next day",
  },
  message: {
    response: Type.String({ description: "Message shown to the merchant." }),
    input: Type.String({ maxLength: 255, description: "Message shown to the merchant." }),
    csv: null,
    example: "Handed to the courier.",
  },
  app_handle: {
    response: Type.String({ description: "Handle of the app." }),
    input: Type.String({
      maxLength: 255,
      description:
        "Handle of the calling app, which is also the default. The handle of another app is rejected.",
    }),
    csv: null,
    example: "docs-app",
  },
  consignment_note_url: {
    response: Type.String({ description: "URL of the consignment note." }),
    input: createUrlInput("URL of the consignment note."),
    csv: null,
    example: "https://papers.your-courier.com/EN123456789MY.pdf",
  },
} as const satisfies FieldTable;
