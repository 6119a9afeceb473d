type ParamName<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamName<Segment> | ParamName<Rest>
  : Path extends `$${infer Name}`
    ? Name
    : never;

/** The parameters in the path of a page: `{ id }` for `/orders/$id`. */
export type PageParams<Path extends string> = Readonly<Record<ParamName<Path>, string | number>>;

/** Search parameters of a page's URL. Undefined and empty values are omitted. */
export type PageSearch = Readonly<Record<string, string | number | undefined>>;

/**
 * The arguments of `buildPagePath` that follow the path: the path parameters and the search parameters. The search parameters are
 * optional, and so are the path parameters of a path that has none.
 */
export type PageArguments<Path extends string> = [ParamName<Path>] extends [never]
  ? [params?: PageParams<Path>, search?: PageSearch]
  : [params: PageParams<Path>, search?: PageSearch];

/** Build the URL of a page relative to its panel, with path parameters and search parameters filled in. */
export function buildPagePath<const Path extends string>(
  path: Path,
  ...pageArguments: PageArguments<Path>
): string {
  const [params, search = {}] = pageArguments;
  const values: Readonly<Record<string, string | number>> = params ?? {};
  const filledPath = path.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const searchEntries = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(
    searchEntries.map(([name, value]): [string, string] => [name, String(value)]),
  );
  // Commas are not encoded, so that a list of ids stays readable.
  return searchEntries.length === 0 ? filledPath : `${filledPath}?${query.toString().replaceAll("%2C", ",")}`;
}

/** Join the path of a panel and the URL of one of its pages: `/kedai` and `/?days=7` become `/kedai?days=7`. */
export function joinPagePath(panelPath: string, pageUrl: string): string {
  const root = panelPath.replace(/\/$/, "");
  return root === "" ? pageUrl : `${root}${pageUrl.replace(/^\/(?=$|\?)/, "")}`;
}

/** Find the page that a router shows for a path: an exact match, or else a page with parameters. */
export function findPage<Path extends string>(pages: readonly Path[], pathname: string): Path | null {
  const segments = pathname.split("/");
  const matchingPages = pages.filter((page) => {
    const pageSegments = page.split("/");
    return (
      pageSegments.length === segments.length &&
      pageSegments.every(
        (segment, index) =>
          segment === segments[index] || (segment.startsWith("$") && segments[index] !== ""),
      )
    );
  });
  return matchingPages.find((page) => page === pathname) ?? matchingPages[0] ?? null;
}
