import { type FieldProblem, fieldProblem, maxImages } from "@souk/contract";
import { quoted } from "../../rows/row-error.ts";

const longestUrl = 2_048;

/** List the URLs of a cell, separated by spaces or line breaks, each once. */
export function readImageUrls(cell: string, complain: (problem: FieldProblem) => void): string[] {
  const urls = [...new Set(cell.split(/\s+/).filter((part) => part !== ""))];
  for (const url of urls) {
    if (url.length > longestUrl)
      complain(
        fieldProblem(
          "too_long",
          { max: longestUrl, unit: "characters" },
          `{field} has an address of ${url.length} characters. An address must have at most ${longestUrl}.`,
        ),
      );
    else if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      complain(
        fieldProblem(
          "invalid_format",
          { format: "url" },
          `{field} has ${quoted(url)}. It must be a URL that begins with https:// and contains no spaces.`,
        ),
      );
  }
  if (urls.length > maxImages)
    complain(fieldProblem("too_many", { max: maxImages }, `{field} must have at most ${maxImages} images.`));
  return urls;
}
