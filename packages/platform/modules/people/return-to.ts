const placeholderOrigin = "https://origin.invalid";

/**
 * Return the path to redirect to after signing in. It is the value of `return_to` if this is a path of the same origin, otherwise `/`, so
 * that no link to the sign-in page can redirect to another site.
 *
 * @param returnTo the value of `return_to` as it was sent
 */
export function getSafeReturnPath(returnTo: string | undefined): string {
  if (returnTo === undefined || !returnTo.startsWith("/") || !URL.canParse(returnTo, placeholderOrigin))
    return "/";
  const { origin, pathname, search } = new URL(returnTo, placeholderOrigin);
  // `URL` has resolved dots: `/..//host` has become `//host`, which browsers read as another origin.
  return origin === placeholderOrigin && !pathname.startsWith("//") ? pathname + search : "/";
}
