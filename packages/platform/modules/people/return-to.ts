const somewhere = "https://origin.invalid";

/**
 * Return where to go after signing in: a path of the same origin, or the first page for any other value, so
 * that no link to the sign-in page can redirect to another site.
 *
 * @param asked the value of `return_to` as it was sent
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || !asked.startsWith("/") || !URL.canParse(asked, somewhere)) return "/";
  const { origin, pathname, search } = new URL(asked, somewhere);
  // Dots are resolved by now: `/..//host` has become `//host`, which browsers read as another origin.
  return origin === somewhere && !pathname.startsWith("//") ? pathname + search : "/";
}
