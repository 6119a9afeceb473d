import { mostImages } from "@souk/contract";
import { quoted } from "../../rows/row-error.ts";

const longestUrl = 2_048;

/** The addresses of a cell, separated by spaces or line breaks, each once. */
export function readImageUrls(cell: string, complain: (message: string) => void): string[] {
  const urls = [...new Set(cell.split(/\s+/).filter((part) => part !== ""))];
  for (const url of urls) {
    if (url.length > longestUrl)
      complain(`An address has ${url.length} characters; ${longestUrl} are the most.`);
    else if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      complain(`${quoted(url)} is no address of an image; it begins with https:// and has no spaces in it.`);
  }
  if (urls.length > mostImages) complain(`has ${urls.length} images; ${mostImages} are the most.`);
  return urls;
}
