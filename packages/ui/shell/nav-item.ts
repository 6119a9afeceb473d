import type { PageUrl } from "@souk/contract";
import type { ComponentType } from "react";

/** An icon of @tabler/icons-react. */
export type IconComponent = ComponentType<{
  size?: number | string;
  stroke?: number | string;
  "aria-hidden"?: boolean;
}>;

/** An item of the main navigation. It links to a page of the panel (`to`) or to another document (`href`). */
export type NavItem = NavItemDisplay & ({ to: PageUrl; href?: never } | { to?: never; href: string });

interface NavItemDisplay {
  label: string;
  icon: IconComponent;
  /** Whether the item is marked as current on its own page only, and not on the pages below. */
  exact?: boolean;
  /** The heading of the item's group. Items of one group are listed together. */
  group?: string;
}

/** Return whether a navigation item links to the current page or, unless it is exact, to a page above it. */
export function isCurrentNavItem(
  { to, exact }: { to: string; exact?: boolean | undefined },
  path: string,
): boolean {
  return path === to || (exact !== true && path.startsWith(to.endsWith("/") ? to : `${to}/`));
}
