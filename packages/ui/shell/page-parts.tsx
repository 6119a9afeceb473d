import { useRouterState } from "@tanstack/react-router";
import { AppLink } from "../text/app-link.tsx";
import styles from "./page-parts.module.css";

interface PagePartsProps {
  /** What they are parts of, for who does not see them. */
  label: string;
  pages: readonly { label: string; to: string }[];
}

/** Pages that belong together, side by side; the one that is open is marked. */
export function PageParts({ label, pages }: PagePartsProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={label} className={styles["parts"]}>
      {pages.map(({ label: name, to }) => (
        <AppLink key={to} to={to} className={styles["part"]} aria-current={path === to ? "page" : undefined}>
          {name}
        </AppLink>
      ))}
    </nav>
  );
}
