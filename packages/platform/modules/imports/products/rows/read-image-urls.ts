import { type FieldProblem, fieldProblem, maxImages } from "@souk/contract";
import { quote } from "../../rows/row-error.ts";

/** The maximum number of characters of an image's URL. */
const maxUrlLength = 2_048;

/** List the distinct URLs in a cell, which are separated by spaces or line breaks. */
export function readImageUrls(cell: string, reportError: (problem: FieldProblem) => void): string[] {
  const urls = [...new Set(cell.split(/\s+/).filter((url) => url !== ""))];
  for (const url of urls) {
    if (url.length > maxUrlLength)
      reportError(
        fieldProblem(
          "too_long",
          { max: maxUrlLength, unit: "characters" },
          `{field} has a URL of ${url.length} characters. A URL must have at most ${maxUrlLength}.`,
        ),
      );
    else if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      reportError(
        fieldProblem(
          "invalid_format",
          { format: "url" },
          `{field} contains ${quote(url)}. It must be a URL that begins with https:// or http:// and contains no spaces.`,
        ),
      );
  }
  if (urls.length > maxImages)
    reportError(
      fieldProblem("too_many", { max: maxImages }, `{field} must have at most ${maxImages} images.`),
    );
  return urls;
}
