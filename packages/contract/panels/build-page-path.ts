type ParamName<Path extends string> = Path extends `${infer Segment}/${infer Rest}`
  ? ParamName<Segment> | ParamName<Rest>
  : Path extends `$${infer Name}`
    ? Name
    : never;

/** The parameters in the path of a page: `{ id }` for `/orders/$id`. */
export type PageParams<Path extends string> = Readonly<Record<ParamName<Path>, string | number>>;

/** What stands after `?` in the address of a page; what is undefined or empty is left out. */
export type PageSearch = Readonly<Record<string, string | number | undefined>>;

/** What a page's address needs beside its path: the parameters where it has any. */
export type PageParts<Path extends string> = [ParamName<Path>] extends [never]
  ? [params?: PageParams<Path>, search?: PageSearch]
  : [params: PageParams<Path>, search?: PageSearch];

/** Write the address of a page below its panel: the path with its parameters filled in, and the search part. */
export function buildPagePath<const Path extends string>(path: Path, ...parts: PageParts<Path>): string {
  const [params, search = {}] = parts;
  const values: Readonly<Record<string, string | number>> = params ?? {};
  const filled = path.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const said = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)]));
  // A list of ids stays readable.
  return said.length === 0 ? filled : `${filled}?${query.toString().replaceAll("%2C", ",")}`;
}

/** Put the address of a page behind the path of its panel: `/kedai` and `/?days=7` are `/kedai?days=7`. */
export function joinPagePath(base: string, address: string): string {
  const root = base.replace(/\/$/, "");
  return root === "" ? address : `${root}${address.replace(/^\/(?=$|\?)/, "")}`;
}

/** Find which of these pages an address shows, as a router does: a fixed segment goes before a parameter. */
export function findPage<Path extends string>(pages: readonly Path[], pathname: string): Path | null {
  const segments = pathname.split("/");
  const fitting = pages.filter((page) => {
    const parts = page.split("/");
    return (
      parts.length === segments.length &&
      parts.every(
        (part, index) => part === segments[index] || (part.startsWith("$") && segments[index] !== ""),
      )
    );
  });
  return fitting.find((page) => page === pathname) ?? fitting[0] ?? null;
}
