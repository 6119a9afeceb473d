import type { ComponentType } from "react";

/** An icon of @tabler/icons-react. */
export type IconComponent = ComponentType<{
  size?: number | string;
  stroke?: number | string;
  "aria-hidden"?: boolean;
}>;

/** One line of the main navigation. */
export interface NavItem {
  label: string;
  to: string;
  icon: IconComponent;
  /** Marked only on its own page, not on the pages below it. */
  exact?: boolean;
  /** Loads the document anew. */
  document?: boolean;
  /** Lines of one group stand together under its name. */
  group?: string;
}

/** Whether a line of the navigation leads to where the person is. */
export function isCurrent({ to, exact }: Pick<NavItem, "to" | "exact">, path: string): boolean {
  return path === to || (exact !== true && path.startsWith(to.endsWith("/") ? to : `${to}/`));
}
