const somewhere = "https://origin.invalid";

/**
 * Where to go after signing in: a path of this very origin, or the first page when anything else was asked for, so that
 * no link to our sign-in page can lead on to a stranger's.
 *
 * @param asked the value of `return_to` as it was sent
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || !asked.startsWith("/") || !URL.canParse(asked, somewhere)) return "/";
  const { origin, pathname, search } = new URL(asked, somewhere);
  // Dots are resolved by now: `/..//host` has become `//host`, which browsers read as another origin.
  return origin === somewhere && !pathname.startsWith("//") ? pathname + search : "/";
}
