/**
 * Return whether a document was loaded for the page that it shows now. Its policy frames the app of that
 * page alone (INS-15), so a page that was reached without loading the document must load it.
 *
 * @param loadedAs the address that the document was loaded from
 * @param shown the address that it shows
 */
export function isOwnDocument(loadedAs: string, shown: string): boolean {
  return getPath(loadedAs) === getPath(shown);
}

function getPath(address: string): string {
  return decodeURI(new URL(address).pathname).replace(/\/$/, "");
}
