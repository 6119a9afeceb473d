/**
 * Return whether the document was loaded for the page that it currently shows. A document's content security policy allows only
 * the frame of the page it was loaded for (INS-15), so a page opened by client-side navigation must reload the document.
 *
 * @param loadedUrl the URL from which the document was loaded
 * @param currentUrl the URL of the page that the document currently shows
 */
export function isOwnDocument(loadedUrl: string, currentUrl: string): boolean {
  return getPath(loadedUrl) === getPath(currentUrl);
}

function getPath(url: string): string {
  return decodeURI(new URL(url).pathname).replace(/\/$/, "");
}
