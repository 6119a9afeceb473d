import type { PageUrl } from "@souk/contract";
import type { ComponentType } from "react";

/** An icon of @tabler/icons-react. */
export type IconComponent = ComponentType<{
  size?: number | string;
  stroke?: number | string;
  "aria-hidden"?: boolean;
}>;

/** One line of the main navigation: to a page of the panel, or to an address that another document answers. */
export type NavItem = NavLine & ({ to: PageUrl; href?: never } | { to?: never; href: string });

interface NavLine {
  label: string;
  icon: IconComponent;
  /** Whether it is marked only on its own page, not on the pages below it. */
  exact?: boolean;
  /** The group's name; items of one group are listed together under it. */
  group?: string;
}

/** Return whether a navigation item leads to the current page. */
export function isCurrent({ to, exact }: { to: string; exact?: boolean | undefined }, path: string): boolean {
  return path === to || (exact !== true && path.startsWith(to.endsWith("/") ? to : `${to}/`));
}
